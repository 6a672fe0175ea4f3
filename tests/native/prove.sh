#!/usr/bin/env bash
# Prove the kernels on every instruction set, natively and emulated: see driver.c for what is checked.
#
# Usage: tests/native/prove.sh [STEP…]   (default: all steps for which the tools are here)
#   gcc clang          native builds by each compiler
#   sanitize           gcc with the address and undefined-behaviour sanitizers
#   nehalem haswell    an x86-64 CPU without AVX2, and one without AVX-512 (qemu-user-static)
#   neon               AArch64 (gcc-aarch64-linux-gnu, qemu-user)
#   python             the Python tests of the kernels on the two emulated x86-64 CPUs
set -euo pipefail
cd "$(dirname "$0")/../.."
native=src/sokodugi/_native
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=("$native"/[!_]*.c tests/native/driver.c)
flags=(-std=gnu11 -O3 -Wall -Wextra -Werror "-I$native")

steps=("$@")
if [ ${#steps[@]} -eq 0 ]; then
    for step in gcc clang sanitize nehalem haswell neon python; do
        case $step in
        gcc | sanitize) tool=gcc ;;
        clang) tool=clang ;;
        neon) tool=aarch64-linux-gnu-gcc ;;
        *) tool=qemu-x86_64-static ;;
        esac
        if command -v "$tool" >/dev/null; then steps+=("$step"); else echo "== $step: no $tool, left out"; fi
    done
fi

python tests/native/write_tables.py "$work"
for step in "${steps[@]}"; do
    echo "== $step"
    case $step in
    gcc | clang)
        "$step" "${flags[@]}" "${sources[@]}" -o "$work/$step" && "$work/$step" "$work" ;;
    sanitize)
        gcc "${flags[@]}" -g -fsanitize=address,undefined -fno-sanitize-recover=all "${sources[@]}" -o "$work/$step"
        "$work/$step" "$work" ;;
    nehalem | haswell)
        [ -e "$work/static" ] || gcc -static "${flags[@]}" "${sources[@]}" -o "$work/static"
        qemu-x86_64-static -cpu "${step^}" "$work/static" "$work" ;;
    neon)
        aarch64-linux-gnu-gcc -static "${flags[@]}" "${sources[@]}" -o "$work/$step"
        qemu-aarch64 "$work/$step" "$work" ;;
    python)
        for cpu in Nehalem Haswell; do
            qemu-x86_64-static -cpu $cpu "$(python -c 'import os, sys; print(os.path.realpath(sys.executable))')" \
                -c 'import sys, site; site.addsitedir(sys.argv.pop(1)); import sokodugi
print(sokodugi.build_info()); sys.exit(__import__("pytest").main(sys.argv[1:]))' \
                "$(python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')" -q -p no:cacheprovider tests/test_simd.py
        done ;;
    *) echo "unknown step $step" >&2; exit 2 ;;
    esac
done
