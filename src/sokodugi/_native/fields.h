/* The fields of the tables by name, for whoever fills them. */
#ifndef SD_FIELDS_H
#define SD_FIELDS_H

#include "games.h"

typedef struct {
    const char *name;
    size_t offset, size;
} sd_field;

#define SD_FIELD(type, name) {#name, offsetof(type, name), sizeof(((type *)0)->name)}

static const sd_field sd_badugi_fields[] = {
    SD_FIELD(sd_badugi, flip), SD_FIELD(sd_badugi, shift), SD_FIELD(sd_badugi, order), SD_FIELD(sd_badugi, kept),
    SD_FIELD(sd_badugi, slot), SD_FIELD(sd_badugi, term),  SD_FIELD(sd_badugi, base),  SD_FIELD(sd_badugi, sum),
    SD_FIELD(sd_badugi, rank), {NULL, 0, 0}};

static const sd_field sd_soko_fields[] = {
    SD_FIELD(sd_soko, number), SD_FIELD(sd_soko, term),  SD_FIELD(sd_soko, five_term), SD_FIELD(sd_soko, odd),
    SD_FIELD(sd_soko, five),   SD_FIELD(sd_soko, six),   SD_FIELD(sd_soko, seven),     SD_FIELD(sd_soko, suited),
    SD_FIELD(sd_soko, four_flush), {NULL, 0, 0}};

#endif
