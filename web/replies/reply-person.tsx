import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { REPLY_PERSON } from './operations.ts'

/** Number of spreadsheet columns of a contact that are shown at most. */
const FIELDS_MAX = 8

/** Shows the contact who replied: name, address, tags, and the columns of their spreadsheet. */
export function ReplyPerson({ contactId }: { contactId: string }) {
  const { data } = useQuery(REPLY_PERSON, { variables: { id: contactId } })
  const contact = data?.contact
  if (!contact) return null
  const { firstName, lastName, email, suppressed, tags, fields, emailLogs } = contact
  const known = fields.filter(({ value }) => value.trim() !== '').slice(0, FIELDS_MAX)
  return (
    <aside
      aria-label="About this person"
      className="grid content-start gap-2 self-start rounded-md border border-line p-3 text-sm"
    >
      <p className="wrap-anywhere">
        <Link to={`/contacts?search=${encodeURIComponent(email)}`} className="font-strong underline hover:text-ink">
          {`${firstName} ${lastName}`.trim() || email}
        </Link>
        <span className="block text-ink-soft">{email}</span>
      </p>
      {(suppressed || tags.length > 0) && (
        <p className="flex flex-wrap gap-1">
          {suppressed && <Badge tone="warning">Suppressed</Badge>}
          {tags.map((tag) => (
            <Badge key={tag} icon={null}>
              {tag}
            </Badge>
          ))}
        </p>
      )}
      {known.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          {known.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-ink-soft">
        {emailLogs.totalCount === 1 ? '1 email from you' : `${emailLogs.totalCount} emails from you`}
      </p>
    </aside>
  )
}
