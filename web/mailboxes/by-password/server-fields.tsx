import type { FieldErrors } from '#domain/errors.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

/** A mail server as typed in the form. */
export interface TypedServer {
  host: string
  port: string
  security: 'tls' | 'starttls'
  user: string
}

/** The two mail servers of a mailbox (SMTP and IMAP), with their usual ports. */
export const SERVER_KINDS = {
  smtp: { legend: 'Server for sending (SMTP)', ports: { tls: '465', starttls: '587' }, example: 'smtp.example.com' },
  imap: { legend: 'Server for reading (IMAP)', ports: { tls: '993', starttls: '143' }, example: 'imap.example.com' },
} as const

export type ServerKind = keyof typeof SERVER_KINDS

/** An empty server with the port that most hosts use. */
export const emptyServer = (kind: ServerKind, user: string): TypedServer => ({
  host: '',
  port: SERVER_KINDS[kind].ports.tls,
  security: 'tls',
  user,
})

interface ServerFieldsProps {
  kind: ServerKind
  server: TypedServer
  errors: FieldErrors
  onChange: (server: TypedServer) => void
}

/**
 * Fields for the name, port, encryption and user name of a mail server. Changing the encryption sets its usual port.
 */
export function ServerFields({ kind, server, errors, onChange }: ServerFieldsProps) {
  const { legend, ports, example } = SERVER_KINDS[kind]
  const { host, port, security, user } = server
  const errorOf = (name: keyof TypedServer) => errors[`${kind}.${name}`]
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-strong">{legend}</legend>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem_9rem]">
        <Field label="Server" error={errorOf('host')} required>
          <Input
            value={host}
            placeholder={example}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...server, host: event.target.value })}
          />
        </Field>
        <Field label="Port" error={errorOf('port')} required>
          <Input
            value={port}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => onChange({ ...server, port: event.target.value })}
          />
        </Field>
        <Field label="Encryption" required>
          <Select
            value={security}
            options={[
              { value: 'tls', label: 'TLS' },
              { value: 'starttls', label: 'STARTTLS' },
            ]}
            onChange={(event) => {
              const next = event.target.value === 'starttls' ? 'starttls' : 'tls'
              onChange({ ...server, security: next, port: port === ports[security] ? ports[next] : port })
            }}
          />
        </Field>
      </div>
      <Field label="User name" error={errorOf('user')} required>
        <Input
          value={user}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...server, user: event.target.value })}
        />
      </Field>
    </fieldset>
  )
}
