#!/bin/sh
# The email() of Zod 4.6.7 refuses every address under an internationalized top-level domain in its ASCII form, such as user@xn--e1afmkfd.xn--p1ai.
#
# RFC 5890, 2.3.2.1: an A-label (xn--…) is an ordinary label; IANA's list has some 150 of them as top-level domains (.рф, .中国, .भारत).
# It is the form that mail servers and `domainToASCII` of Node write. The letters in which people read the domain are refused as well, so
# that no form passes. Seen: refused by Zod; accepted by validator 13.15.35, Joi 18.3.2 and Yup 1.7.1, as the element <input type="email"> accepts it.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=4.6.7
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "zod@$VERSION" validator@13.15.35 joi@18.3.2 yup@1.7.1
cat > look.js <<'JS'
import { domainToASCII } from 'node:url'
import Joi from 'joi'
import validator from 'validator'
import * as yup from 'yup'
import * as z from 'zod'
const written = domainToASCII('пример.рф')
const seen = Object.fromEntries([`user@${written}`, 'user@пример.рф', 'user@xn--e1afmkfd.example'].map((address) => [address, {
  zod: z.email().safeParse(address).success,
  validator: validator.isEmail(address),
  joi: !Joi.string().email().validate(address).error,
  yup: yup.string().email().isValidSync(address),
}]))
console.log(seen)
const { zod, ...others } = seen[`user@${written}`]
process.exit(!zod && Object.values(others).every(Boolean) && !seen['user@пример.рф'].zod && seen['user@xn--e1afmkfd.example'].zod ? 0 : 1)
JS
node look.js
