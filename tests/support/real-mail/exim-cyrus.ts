import type { MailServerPair } from './mail-server-pair.ts'

const SASLDB = '/var/lib/cyrus/sasldb2'

/** A pair of mail servers: Exim accepts and sends emails, Cyrus checks IMAP sign-ins and stores the mailboxes. */
export const EXIM_CYRUS: MailServerPair = {
  name: 'Exim and Cyrus',
  files: ({ ports, domain, users }) => ({
    'exim4/exim4.conf': `
primary_hostname = mail.${domain}
spool_directory = /var/spool/exim4
log_file_path = /var/log/exim4/%slog
local_interfaces = 127.0.0.1
notifier_socket =
daemon_smtp_ports = ${ports.smtp} : ${ports.smtpStartTls}
tls_on_connect_ports = ${ports.smtp}
tls_advertise_hosts = *
tls_certificate = /etc/mail-test/certificate.pem
tls_privatekey = /etc/mail-test/key.pem
auth_advertise_hosts = \${if def:tls_in_cipher{*}{}}
acl_smtp_rcpt = recipient
never_users =
begin acl
recipient:
  accept authenticated = *
    control = submission/sender_retain
  deny message = Sign in first
begin routers
here:
  driver = accept
  condition = \${if inlisti{$local_part@$domain}{${users.map(({ email }) => email).join(' : ')}}}
  transport = mailboxes
elsewhere:
  driver = redirect
  allow_fail
  data = :fail: This server sends nothing elsewhere
begin transports
mailboxes:
  driver = smtp
  protocol = lmtp
  hosts = 127.0.0.1
  hosts_override
  allow_localhost
  port = ${ports.lmtp}
begin retry
* * F,1h,1s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_set_id = $auth2
  server_condition = \${if or{${users.map(({ email, password }) => `{and{{eq{$auth2}{${email}}}{eq{$auth3}{${password}}}}}`).join('')}}}
`,
    'imapd.conf': `
configdirectory: /var/lib/cyrus
partition-default: /var/spool/cyrus
defaultpartition: default
admins: cyrus
virtdomains: userid
defaultdomain: ${domain}
servername: ${domain}
unixhierarchysep: yes
altnamespace: yes
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: ${SASLDB}
sasl_mech_list: PLAIN
allowplaintext: no
autocreate_quota: 0
autocreate_post: yes
autocreate_inbox_folders: Sent|Drafts
autocreate_subscribe_folders: Sent|Drafts
xlist-sent: Sent
xlist-drafts: Drafts
idlesocket: /run/cyrus/socket/idle
lmtpsocket: /run/cyrus/socket/lmtp
tls_server_cert: /etc/mail-test/certificate.pem
tls_server_key: /etc/mail-test/key.pem
failedloginpause: 0
`.trimStart(),
    'cyrus.conf': `
START {
  recover cmd="/usr/lib/cyrus/bin/ctl_cyrusdb -r"
  idled cmd="/usr/lib/cyrus/bin/idled"
}
SERVICES {
  imap cmd="/usr/lib/cyrus/bin/imapd" listen="127.0.0.1:${ports.imapStartTls}" prefork=0
  imaps cmd="/usr/lib/cyrus/bin/imapd -s" listen="127.0.0.1:${ports.imap}" prefork=0
  lmtp cmd="/usr/lib/cyrus/bin/lmtpd -a" listen="127.0.0.1:${ports.lmtp}" prefork=0
}
EVENTS {
  checkpoint cmd="/usr/lib/cyrus/bin/ctl_cyrusdb -c" period=30
}
`,
    'mail-test/passwords': users.map(({ email, password }) => `${email.replace('@', ' ')} ${password}\n`).join(''),
  }),
  script: `mkdir -p /var/lib/cyrus /var/spool/cyrus /run/cyrus/socket /run/cyrus/proc /var/spool/exim4 /var/log/exim4
    while read -r name domain password; do printf %s "$password" | saslpasswd2 -p -c -f ${SASLDB} -u "$domain" "$name"; done < /etc/mail-test/passwords
    chown -R cyrus:cyrus /var/lib/cyrus /var/spool/cyrus /run/cyrus
    chmod 700 /run/cyrus/socket
    chown -R Debian-exim:Debian-exim /var/spool/exim4 /var/log/exim4
    cyrmaster &
    exim4 -bdf -q1s &
    wait`,
}
