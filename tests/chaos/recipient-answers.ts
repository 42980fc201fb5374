import { v7 as newId } from 'uuid'
import { encodeId } from '#schema/object-ids.ts'
import { mutate } from '../support/mutate.ts'
import type { TestPerson, World } from '../support/world.ts'
import type { Chance } from './seeded-chance.ts'

/** Begins the addresses from which people reply in a run of chaos: each answer goes to one of its own. */
export const REPLIES_FROM = 'answered-'

/** Seconds for which some answers are held back, so that they can be undone. */
const UNDO_SECONDS = 3

/** Lets somebody reply to an email that left, from an address of their own, and answers. */
export async function answerOne(world: World, person: TestPerson, chance: Chance): Promise<void> {
  const { tenantId } = person
  const id = newId()
  const rows = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<unknown[]>(
      `insert into replies (tenant_id, id, campaign_id, log_id, mailbox_id, message_id, from_email, received_at)
       select l.tenant_id, :id, coalesce(c.parent_id, c.id), l.id, l.mailbox_id, 'm-' || :id::text, :email, :now
       from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
       where l.tenant_id = :tenantId and l.status in ('sent', 'delivered') and c.answers_reply_id is null
       order by random() limit 1 returning id`,
      { tenantId, id, email: `${REPLIES_FROM}${id}@example.com`, now: new Date() },
    ),
  )
  if (rows.length === 0) throw new Error('No email has left')
  const { data } = await mutate(person, 'saveAnswer', {
    replyId: encodeId('Reply', id),
    content: 'Dear {firstName}, once.',
  })
  const undoSeconds = chance.is(0.3) ? UNDO_SECONDS : 0
  const { errors } = await mutate(person, 'sendAnswer', { id: data.saveAnswer.id, undoSeconds })
  if (errors) throw new Error('sendAnswer was refused')
}

/** Undoes an answer that was handed over, if it has not left, and sends it again. */
export async function undoOne(world: World, person: TestPerson): Promise<void> {
  const { tenantId } = person
  const [row] = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>(
      `select id from campaigns where tenant_id = :tenantId and answers_reply_id is not null
         and status in ('sending', 'paused') order by random() limit 1`,
      { tenantId },
    ),
  )
  if (!row) throw new Error('No answer is leaving')
  const id = encodeId('Answer', row.id)
  const { errors } = await mutate(person, 'cancelAnswer', { id })
  if (errors) throw new Error('cancelAnswer was refused')
  await mutate(person, 'sendAnswer', { id, undoSeconds: 0 })
}
