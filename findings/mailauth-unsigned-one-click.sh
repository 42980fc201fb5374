#!/bin/sh
# mailauth 4.13.3 and dkimpy 1.1.4 (Debian) sign List-Unsubscribe but not List-Unsubscribe-Post, unless they are given a list of headers.
#
# RFC 8058, section 4: both headers need to be covered by a valid DKIM signature, in its h= tag; without that a receiver has no one-click
# unsubscribe to offer, which Gmail and Yahoo demand of bulk senders. Nodemailer 10, by the author of mailauth, signs both by default.
# Seen: an h= with list-unsubscribe and without list-unsubscribe-post, for an email that has both.
# Exits with 0 while that is so, and with 1 when it changed. Needs Debian's apt-get, dpkg, python3 and openssl; installs nothing.
set -eu
VERSION=4.13.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "mailauth@$VERSION"
apt-get download python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1+deb12u1 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" debian; done
openssl genrsa -out key.pem 2048 2> /dev/null
printf '%s\r\n' 'From: Ada <ada@sender.test>' 'To: bo@receiver.test' 'Subject: News' 'Date: Mon, 30 Nov 2026 10:00:00 +0000' \
  'Message-ID: <1@sender.test>' 'List-Unsubscribe: <https://sender.test/u/1>' 'List-Unsubscribe-Post: List-Unsubscribe=One-Click' \
  'MIME-Version: 1.0' 'Content-Type: text/plain' '' 'Hello' > email.eml
cat > sign.js <<'JS'
import { readFileSync } from 'node:fs'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
const signatureData = [{ signingDomain: 'sender.test', selector: 's', privateKey: readFileSync('key.pem') }]
const { signatures } = await dkimSign(readFileSync('email.eml'), { signatureData })
console.log(signatures)
JS
signed() { tr -d ' \r\n\t' | tr 'A-Z' 'a-z' | grep -o ';h=[a-z:-]*'; }
mailauth=$(node sign.js | signed)
dkimpy=$(PYTHONPATH=debian/usr/lib/python3/dist-packages python3 -m dkim.dkimsign s sender.test key.pem < email.eml | sed '/^From:/,$d' | signed)
echo "mailauth $VERSION $mailauth"
echo "dkimpy 1.1.4 $dkimpy"
for list in "$mailauth" "$dkimpy"; do
  case "$list:" in
    *:list-unsubscribe-post:*) exit 1 ;;
    *:list-unsubscribe:*) ;;
    *) exit 1 ;;
  esac
done
