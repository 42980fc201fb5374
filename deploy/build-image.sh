#!/usr/bin/env bash
# Builds the container image of this checkout.
#
#   deploy/build-image.sh                      on the base named in deploy/Containerfile, which is pulled
#   deploy/build-image.sh --base debian        on a base made here from Debian's packages and the Node of package-lock.json
#   deploy/build-image.sh --base IMAGE         on another base with Node 24 and npm
#   deploy/build-image.sh [...] -- ARGUMENTS   passes ARGUMENTS on to the builder
#
# Needs Node. TAG names the image (default: mergewell:VERSION), BUILDER the program (default: the first of buildah, podman,
# docker). Docker knows only what BUILDER=docker built; with deploy/compose.yml, use `docker compose … build migrate`.
# NPMRC names a file with the npm settings of your registry; it is used by npm and does not enter the image.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p "require('./package.json').version")
tag=${TAG:-mergewell:$version}
work=
trap 'rm -rf "$work"' EXIT
base=
while [ $# -gt 0 ]; do
  case $1 in
    --base) base=${2:?--base needs a name}; shift 2 ;;
    --) shift; break ;;
    *) echo "Unknown option $1. Read the first lines of $0." >&2; exit 2 ;;
  esac
done

first_of() { for name in "$@"; do command -v "$name" && return; done; }
builder=${BUILDER:-$(first_of buildah podman docker || true)}
if [ -z "$builder" ]; then
  echo 'No builder was found. Install one, for example with "apt-get install buildah", or set BUILDER.' >&2
  exit 1
fi

# Makes a small Debian with Node and npm as an image of its own, once per version.
make_debian_base() {
  local node arch name container
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) echo "There is no Node package for $(uname -m). Use --base IMAGE." >&2; exit 1 ;;
  esac
  node=$(node -p "require('./package.json').optionalDependencies['node-linux-$arch']")
  name=localhost/mergewell-base:node$node
  base=$name
  if buildah inspect --type image "$name" >/dev/null 2>&1; then return; fi
  for program in mmdebstrap buildah npm; do
    command -v "$program" >/dev/null || { echo "$program is missing. Install it with \"apt-get install $program\"." >&2; exit 1; }
  done
  work=$(mktemp -d)
  mmdebstrap --quiet --variant=minbase --include=ca-certificates --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$work/debian.tar"
  (cd "$work" && npm pack --silent "node-linux-$arch@$node" npm@11 >/dev/null)
  mkdir -p "$work/local/bin" "$work/local/lib/node_modules/npm"
  tar -xzf "$work/node-linux-$arch-$node.tgz" -C "$work" package/bin/node
  mv "$work/package/bin/node" "$work/local/bin/node"
  tar -xzf "$work"/npm-11.*.tgz -C "$work/local/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/local/bin/npm"
  chmod -R a+rX "$work/local"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/debian.tar" / >/dev/null
  buildah add --quiet "$container" "$work/local" /usr/local >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet --rm "$container" "$name" >/dev/null
}

if [ "$base" = debian ]; then make_debian_base; fi

arguments=(-f deploy/Containerfile -t "$tag")
if [ -n "$base" ]; then arguments+=(--build-arg "BASE=$base"); fi
if [ -n "${NPMRC:-}" ]; then arguments+=(--secret "id=npmrc,src=$NPMRC"); fi
arguments+=(--build-arg "VERSION=$version")
arguments+=(--build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)")
# The image format of OCI has no health check.
if [ "$(basename "$builder")" != docker ]; then arguments+=(--format docker); fi

"$builder" build "${arguments[@]}" "$@" .
