#!/bin/sh
# nodemailer 10.6.1 does not run a custom handler named XOAUTH2 (customAuth) where the server offers PLAIN too, although
# auth.method asks for it: the access token goes out as the password of PLAIN. Under any other name the handler runs.
#
# Its types say of auth.method: "SASL method to use, false or unset picks the first supported one", and of customAuth: "handlers
# keyed by (case insensitive) SASL method name".
# Seen: the server is told PLAIN with the token, and the handler was not called; the same handler named BEARER is called.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=10.6.1
SERVER=3.21.6
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "nodemailer@$VERSION" "smtp-server@$SERVER"
cat > look.js <<'JS'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { SMTPServer } from 'smtp-server'

/** Signs in with `method`, and returns what the server was told and whether the handler of that name ran. */
const signIn = (method) =>
  new Promise((resolve) => {
    const seen = { method, server: null, handlerRan: false }
    const onAuth = ({ method: told, password }, _session, callback) => {
      seen.server = `${told} ${password}`
      callback(null, { user: 'ada' })
    }
    const server = new SMTPServer({ authMethods: ['PLAIN', 'XOAUTH2'], hideSTARTTLS: true, allowInsecureAuth: true, onAuth })
    server.listen(0, '127.0.0.1', () => {
      const customAuth = { [method]: async () => void (seen.handlerRan = true) }
      const connection = new SMTPConnection({ host: '127.0.0.1', port: server.server.address().port, customAuth })
      connection.on('error', () => undefined)
      connection.connect(() =>
        connection.login({ method, user: 'ada', pass: 'token' }, () => {
          connection.close()
          server.close()
          resolve(seen)
        }),
      )
    })
  })

const [xoauth2, bearer] = [await signIn('XOAUTH2'), await signIn('BEARER')]
console.log(`nodemailer ${process.argv[2]}: ${JSON.stringify([xoauth2, bearer])}`)
const isSo = !xoauth2.handlerRan && xoauth2.server === 'PLAIN token' && bearer.handlerRan && bearer.server === null
process.exit(isSo ? 0 : 1)
JS
node look.js "$VERSION"
