#!/usr/bin/env bash
# Builds the image of this checkout, starts it as a read-only container, and checks that it serves, can write only where
# it should, and stops. Needs root, buildah, runc, and mmdebstrap for a base from Debian's packages; no daemon and no registry of
# images.
#
#   createdb mergewell_trial
#   deploy/try-container.sh postgres://postgres@127.0.0.1/mergewell_trial
#   dropdb mergewell_trial
#
#   deploy/try-container.sh ADDRESS -- ARGUMENTS   passes ARGUMENTS on to the builder, such as a volume with certificates
#
# The database is migrated. BASE=IMAGE uses another base than --base debian, IMAGE=NAME tries an image that is built already.
# Everything else that it makes is removed at the end, except the base, which the next run uses again.
set -euo pipefail
cd "$(dirname "$0")/.."

url=${1:?Name an empty database that may be thrown away: $0 postgres://...}
shift
[ "$(id -u)" = 0 ] || { echo 'Run this as root: it mounts the file system of the image.' >&2; exit 1; }
for program in buildah runc node; do
  command -v "$program" >/dev/null || { echo "$program is missing. Install it with \"apt-get install $program\"." >&2; exit 1; }
done

name=mergewell-trial-$$
image=${IMAGE:-localhost/$name}
work=$(mktemp -d)
container=
clean_up() {
  runc delete --force "$name" >/dev/null 2>&1 || true
  if [ -n "$container" ]; then buildah rm "$container" >/dev/null 2>&1 || true; fi
  if [ -z "${IMAGE:-}" ]; then buildah rmi "$image" >/dev/null 2>&1 || true; fi
  rm -rf "$work"
}
trap clean_up EXIT
fail() {
  tail -n 20 "$work/log" >&2 || true
  echo "$1" >&2
  exit 1
}

if [ -z "${IMAGE:-}" ]; then TAG=$image BUILDER=buildah deploy/build-image.sh --base "${BASE:-debian}" "$@"; fi
container=$(buildah from --pull-never "$image")
root=$(buildah mount "$container")
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
install -d -o 10001 -g 10001 "$work/data"

# What deploy/compose.yml and deploy/kubernetes.yml set: no capability, no new privileges, a read-only root. The network
# is the machine's, so that the container reaches the database.
(cd "$work" && runc spec)
buildah inspect --type image "$image" >"$work/image.json"
ROOT=$root WORK=$work PORT=$port URL=$url node <<'NODE'
const { readFileSync, writeFileSync } = require('node:fs')
const { ROOT, WORK, PORT, URL } = process.env
const image = JSON.parse(readFileSync(`${WORK}/image.json`, 'utf8')).OCIv1.config
const config = JSON.parse(readFileSync(`${WORK}/config.json`, 'utf8'))
const [uid, gid] = image.User.split(':').map(Number)
config.root = { path: ROOT, readonly: true }
Object.assign(config.process, {
  terminal: false,
  user: { uid, gid },
  args: [...image.Entrypoint, ...(image.Cmd ?? [])],
  env: [
    ...image.Env,
    `PORT=${PORT}`,
    `DATABASE_URL=${URL}`,
    `SECRET_KEY=${'trial'.repeat(8)}`,
    'HOST=127.0.0.1',
    'PUBLIC_URL=https://mail.example.com',
    'DRAIN_SECONDS=0',
  ],
  cwd: image.WorkingDir,
  noNewPrivileges: true,
  capabilities: {},
})
config.mounts.push(
  { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777', 'size=512m'] },
  { destination: '/data', type: 'bind', source: `${WORK}/data`, options: ['bind', 'rw'] },
)
config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network')
writeFileSync(`${WORK}/config.json`, JSON.stringify(config))
NODE

started=$SECONDS
runc run --bundle "$work" "$name" >"$work/log" 2>&1 </dev/null &
running=$!
inside() { runc exec --user 10001:10001 "$name" "$@"; }
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do
  kill -0 "$running" 2>/dev/null || fail 'The container ended before it was ready.'
  [ $((SECONDS - started)) -lt 120 ] || fail 'The container was not ready within 120 s.'
  sleep 1
done
echo "Ready after $((SECONDS - started)) s."

inside node deploy/healthcheck.js >/dev/null || fail 'The health check of the image failed.'
curl --silent --fail "http://127.0.0.1:$port/" --header 'Host: mail.example.com' | grep -q '<div id="root"' || fail 'The web app is not served.'
for folder in /data /tmp; do
  inside node -e "require('node:fs').writeFileSync('$folder/trial', '')" || fail "$folder cannot be written to."
done
# The user of the image owns the first one, so only the read-only file system protects it.
for folder in /app/node_modules/.cache /app; do
  if inside node -e "require('node:fs').writeFileSync('$folder/trial', '')" 2>/dev/null; then fail "$folder can be written to."; fi
done
if inside node -e "require.resolve('vite')" 2>/dev/null; then fail 'The image has development packages.'; fi

runc kill "$name" TERM
code=0
wait "$running" || code=$?
[ "$code" = 0 ] || fail "It stopped with the exit code $code."
echo 'The health check passed, only /data and /tmp can be written to, and SIGTERM ended it with 0.'
