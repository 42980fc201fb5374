import type { ApprovalDecision } from '#domain/campaigns/approvals.ts'
import { encodeId } from '#schema/object-ids.ts'
import { nameOfMember } from '#api/accounts/workspace-member.ts'
import type { User } from '#api/accounts/user.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { approvalDecided, approvalRequested } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import type { Campaign } from '../campaign.ts'

/** Emails the admins who may decide, within the transaction of the request. */
export async function tellApprovers(
  call: Call,
  em: Em,
  { id, name }: Campaign,
  { approvers, ...launch }: { approvers: readonly User[]; recipients: number; leftOut: number; note: string | null },
): Promise<void> {
  const by = await nameOfMember(em, viewerOf(call))
  const letter = approvalRequested({ by, campaign: name, ...launch, url: pageOf(call, id) })
  for (const { email } of approvers) await queueSystemEmail(call.app, em, email, letter)
}

/** Emails the person who asked, within the transaction of the decision. */
export async function tellAsker(
  call: Call,
  em: Em,
  { id, name }: Campaign,
  { to, decision, reason }: { to: string; decision: Exclude<ApprovalDecision, 'withdraw'>; reason: string | null },
): Promise<void> {
  const by = await nameOfMember(em, viewerOf(call))
  await queueSystemEmail(
    call.app,
    em,
    to,
    approvalDecided({ by, campaign: name, decision, reason, url: pageOf(call, id) }),
  )
}

const pageOf = ({ app }: Call, id: string) => `${app.publicUrl}/campaigns/${encodeId('Campaign', id)}/approval`
