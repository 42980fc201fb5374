#!/bin/sh
# eml-format 0.6.1 reads a long subject outside ASCII only up to its first fold, with _ for spaces; the rest is lost without an error.
#
# RFC 2047, section 2 limits an encoded word to 75 characters, and section 6.2 joins words that follow each other; RFC 5322, 2.2.3 folds
# lines. Every mailer does both: about 40 letters of German, 15 of Japanese. Nodemailer 10.6.1 wrote the email that is read here.
# Section 4.2 (2): _ stands for a space. Seen: "Einladung_zur_großen_Jubiläums" of "Einladung zur großen Jubiläumsfeier der Gesellschaft…".
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=0.6.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "eml-format@$VERSION" nodemailer@10.6.1 postal-mime@4.0.0
cat > look.js <<'JS'
import { promisify } from 'node:util'
import eml from 'eml-format'
import nodemailer from 'nodemailer'
import PostalMime from 'postal-mime'
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
async function read(subject) {
  const { message } = await transport.sendMail({ from: 'ada@sender.test', to: 'bo@x.test', subject, text: 'Hello' })
  const seen = { emlFormat: (await promisify(eml.read)(String(message))).subject, postalMime: (await PostalMime.parse(message)).subject }
  console.log(seen)
  return seen
}
const subject = 'Einladung zur großen Jubiläumsfeier der Gesellschaft für angewandte Künste am Samstag'
const { emlFormat, postalMime } = await read(subject)
process.exit(postalMime === subject && emlFormat.length < 40 && /^Einladung_zur_großen/.test(emlFormat) ? 0 : 1)
JS
node look.js
