import { createHmac } from 'node:crypto'
import type { MailServerPair } from './mail-server-pair.ts'

/** Key that signs the access tokens (JWT, HS256) that Dovecot checks itself. */
const TOKEN_KEY = 'a key of the test alone, for tokens'

/** A pair of mail servers: Postfix accepts and sends emails, Dovecot checks sign-ins and stores the mailboxes. */
export const POSTFIX_DOVECOT: MailServerPair = {
  name: 'Postfix and Dovecot',
  announces: true,
  files: ({ ports, domain, users }) => ({
    'postfix/main.cf': `
      compatibility_level = 3.6
      maillog_file = /var/log/mail.log
      myhostname = mail.${domain}
      mydestination =
      inet_interfaces = 127.0.0.1
      alias_maps =
      smtpd_tls_cert_file = /etc/mail-test/certificate.pem
      smtpd_tls_key_file = /etc/mail-test/key.pem
      smtpd_sasl_auth_enable = yes
      smtpd_sasl_type = dovecot
      smtpd_sasl_path = inet:127.0.0.1:${ports.auth}
      smtpd_recipient_restrictions = permit_sasl_authenticated, reject
      virtual_mailbox_domains = ${domain}
      virtual_mailbox_maps = inline:{ ${users.map(({ email }) => `${email}=1`).join(', ')} }
      virtual_transport = lmtp:inet:127.0.0.1:${ports.lmtp}
      default_transport = lmtp:inet:127.0.0.1:${ports.lmtp}
      in_flow_delay = 0
      bounce_queue_lifetime = 0
      queue_run_delay = 1s
      minimal_backoff_time = 1s
      maximal_backoff_time = 2s
      smtpd_client_connection_rate_limit = 0`.replace(/^\s+/gm, ''),
    'postfix/master.cf': [
      `127.0.0.1:${ports.smtp} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes`,
      `127.0.0.1:${ports.smtpStartTls} inet n - n - - smtpd -o smtpd_tls_security_level=encrypt`,
      ...['cleanup unix n - n - 0 cleanup', 'qmgr unix n - n 300 1 qmgr', 'tlsmgr unix - - n 1000? 1 tlsmgr'],
      ...['rewrite', 'bounce', 'defer', 'trace', 'verify'].map(
        (name) =>
          `${name} unix - - n - 0 ${name === 'rewrite' ? 'trivial-rewrite' : name === 'verify' ? 'verify' : 'bounce'}`,
      ),
      ...['lmtp unix - - n - - lmtp', 'error unix - - n - - error', 'retry unix - - n - - error'],
      ...['flush unix n - n 1000? 0 flush', 'proxymap unix - - n - - proxymap', 'anvil unix - - n - 1 anvil'],
      ...['scache unix - - n - 1 scache', 'postlog unix-dgram n - n - 1 postlogd', 'pickup unix n - n 60 1 pickup'],
    ].join('\n'),
    'dovecot/dovecot.conf': `
      protocols = imap lmtp
      listen = 127.0.0.1
      log_path = /dev/stderr
      ssl = required
      ssl_cert = </etc/mail-test/certificate.pem
      ssl_key = </etc/mail-test/key.pem
      auth_mechanisms = plain login xoauth2 oauthbearer
      auth_failure_delay = 0
      mail_location = maildir:~/Maildir
      passdb {
        driver = oauth2
        mechanisms = xoauth2 oauthbearer
        args = /etc/dovecot/tokens
      }
      passdb {
        driver = passwd-file
        mechanisms = plain login
        args = /etc/dovecot/users
      }
      userdb {
        driver = passwd-file
        args = /etc/dovecot/users
        default_fields = uid=vmail gid=vmail home=/var/mail/%u
      }
      service imap-login {
        inet_listener imap {
          port = ${ports.imapStartTls}
        }
        inet_listener imaps {
          port = ${ports.imap}
          ssl = yes
        }
      }
      service auth {
        inet_listener sasl {
          address = 127.0.0.1
          port = ${ports.auth}
        }
      }
      service lmtp {
        inet_listener lmtp {
          address = 127.0.0.1
          port = ${ports.lmtp}
        }
      }
      namespace inbox {
        inbox = yes
        mailbox Sent {
          special_use = \\Sent
          auto = subscribe
        }
        mailbox Drafts {
          special_use = \\Drafts
          auto = subscribe
        }
      }`,
    'dovecot/tokens': `
      introspection_mode = local
      local_validation_key_dict = fs:posix:prefix=/etc/dovecot/keys/
      username_attribute = email
    `.replace(/^\s+/gm, ''),
    'dovecot/keys/default/HS256/default': Buffer.from(TOKEN_KEY).toString('base64'),
    'dovecot/users': users.map(({ email, password }) => `${email}:{PLAIN}${password}::::::\n`).join(''),
  }),
  tokenOf(email, expiresAt) {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const seconds = (at: number) => Math.floor(at / 1_000)
    const exp = seconds(expiresAt.getTime())
    const claims = { iss: 'test', sub: email, email, iat: Math.min(exp, seconds(Date.now())) - 60, exp }
    const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${unsigned}.${createHmac('sha256', TOKEN_KEY).update(unsigned).digest('base64url')}`
  },
  script: `mkdir -p /var/lib/postfix /var/spool/postfix
    touch /var/log/mail.log
    chown postfix /var/lib/postfix
    chown vmail:vmail /var/mail
    dovecot -F &
    tail -F /var/log/mail.log &
    postfix start-fg &
    wait`,
}
