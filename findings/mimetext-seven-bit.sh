#!/bin/sh
# mimetext 3.0.28 calls a text with letters beyond ASCII "7bit", and writes a long subject as one encoded word of any length.
#
# It is what tutorials for sending through the Gmail API and from web workers build emails with. RFC 2045, 6.2: 7bit has no octets above
# 127 and no lines above 998; a server without 8BITMIME may refuse or strip them. RFC 2047, 2: an encoded word has at most 75 characters.
# Seen: "Grüße" and a line of 1,200 letters under Content-Transfer-Encoding: 7bit, and a subject of 100 letters in one word of 160.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=3.0.28
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "mimetext@$VERSION"
cat > look.js <<'JS'
import { createMimeMessage } from 'mimetext'
const message = createMimeMessage()
message.setSender('ada@sender.test')
message.setTo('bo@receiver.test')
message.setSubject('Einladung zur großen Jubiläumsfeier der Gesellschaft für deutsche Sprache am 30. November in der Stadt Köln')
message.addMessage({ contentType: 'text/plain', data: `Grüße\n${'x'.repeat(1_200)}` })
const raw = message.asRaw()
const encoding = /^Content-Transfer-Encoding: (.*?)\r?$/im.exec(raw)?.[1]
const longestLine = Math.max(...raw.split(/\r?\n/).map((line) => line.length))
const longestWord = Math.max(...(raw.match(/=\?\S+\?=/g) ?? ['']).map((word) => word.length))
console.log(`mimetext ${process.argv[2]}: ${encoding}, "ü" ${raw.includes('ü') ? 'as it is' : 'encoded'}, longest line ${longestLine}, longest encoded word ${longestWord}`)
process.exit(encoding === '7bit' && raw.includes('Grüße') && longestLine > 998 && longestWord > 75 ? 0 : 1)
JS
node look.js "$VERSION"
