#!/bin/sh
# Copies a certificate and its key to TLS_CERTIFICATE and TLS_KEY of deploy/.env, readable by the user of nginx only, and
# makes nginx read them. For Let's Encrypt, which keeps its own files readable by root only:
#
#   certbot certonly --standalone -d mail.example.com \
#     --pre-hook 'cd /opt/mergewell/deploy && docker compose stop proxy' \
#     --post-hook 'cd /opt/mergewell/deploy && docker compose start proxy' \
#     --deploy-hook /opt/mergewell/deploy/nginx/copy-certificate.sh
#
# certbot needs port 80, which the proxy uses, so the proxy stops for a few seconds. certbot calls this script after every renewal. By hand: RENEWED_LINEAGE=/etc/letsencrypt/live/mail.example.com and this script.
set -eu
: "${RENEWED_LINEAGE:?Set RENEWED_LINEAGE to the folder with fullchain.pem and privkey.pem}"
cd "$(dirname "$0")/.."
env_file=${ENV_FILE:-.env}

# Written in place: the container has the files themselves mounted, so a new file would not reach it.
copy() {
  to=$(sed -n "s/^$1=//p" "$env_file")
  [ -n "$to" ] || { echo "$env_file does not set $1." >&2; exit 1; }
  mkdir -p "$(dirname "$to")"
  [ -e "$to" ] || (umask 077 && : >"$to")
  chown 101:101 "$to"
  chmod 400 "$to"
  cat "$RENEWED_LINEAGE/$2" >"$to"
}
copy TLS_CERTIFICATE fullchain.pem
copy TLS_KEY privkey.pem

compose() { docker compose --env-file "$env_file" -f compose.yml "$@"; }
if [ -n "$(compose ps --quiet --status running proxy)" ]; then compose kill --signal HUP proxy; fi
