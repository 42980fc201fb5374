#!/bin/sh
# mailchecker 6.0.21 calls mailboxes disposable that people have had for decades: hush.com, and mail.com's dr.com, techie.com, consultant.com.
#
# Its isValid() answers false for a throw-away domain. Hushmail has given addresses at hush.com since 1999; dr.com and consultant.com are
# among the names that mail.com offers to everybody beside mail.com itself, which passes. So are the lasting private addresses of DuckDuckGo
# and Firefox Relay (duck.com, mozmail.com), which forward to the person. A list that is cleaned by it loses living people.
# disposable-email-domains 1.0.62 has none of these six.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=6.0.21
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "mailchecker@$VERSION" disposable-email-domains@1.0.62
cat > look.js <<'JS'
import { createRequire } from 'node:module'
import mailchecker from 'mailchecker'
const other = createRequire(import.meta.url)('disposable-email-domains')
const LIVING = ['hush.com', 'dr.com', 'techie.com', 'consultant.com', 'duck.com', 'mozmail.com']
const refused = [...LIVING, 'mail.com'].filter((domain) => !mailchecker.isValid(`ann@${domain}`))
console.log(`mailchecker ${process.argv[2]} refuses ${refused.join(', ')}; the other list: ${LIVING.filter((domain) => other.includes(domain)).join(', ') || 'none'}`)
process.exit(refused.join() === LIVING.join() && !LIVING.some((domain) => other.includes(domain)) ? 0 : 1)
JS
node look.js "$VERSION"
