import { ApiKey } from '#api/accounts/api-key.ts'
import { ServiceAccount } from '#api/accounts/service-account.ts'
import { Identity } from '#api/accounts/sign-in-identity.ts'
import { Passkey } from '#api/accounts/second-factor/passkey.ts'
import { Session } from '#api/accounts/session.ts'
import { User } from '#api/accounts/user.ts'
import { AuditEvent } from '#api/audit/audit-event.ts'
import { ContactTag } from '#api/audiences/contact-tag.ts'
import { Segment } from '#api/audiences/segment.ts'
import { Suppression } from '#api/audiences/suppression.ts'
import { Attachment } from '#api/campaigns/drafts/attachment.ts'
import { Campaign, CampaignContact, CampaignMailbox } from '#api/campaigns/campaign.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { SheetLink } from '#api/campaigns/exports/live-sheet-link.ts'
import { CampaignApproval } from '#api/campaigns/approval/campaign-approval.ts'
import { CampaignRepeat } from '#api/campaigns/repeats/campaign-repeat.ts'
import { CampaignRehearsal } from '#api/campaigns/rehearsal/campaign-rehearsal.ts'
import { RecipientFile } from '#api/campaigns/drafts/recipient-file.ts'
import { TestMail } from '#api/campaigns/content/test-email.ts'
import { DeletedContact } from '#api/contacts/deleted-contact.ts'
import { ContactImport } from '#api/contacts/contact-import.ts'
import { Contact } from '#api/contacts/contact.ts'
import { ImportFile } from '#api/contacts/import-file.ts'
import { Sheet } from '#api/contacts/sheets/sheet.ts'
import { SheetSource } from '#api/contacts/sheets/sources/sheet-source.ts'
import { Image } from '#api/images/image.ts'
import { FileGrant } from '#api/mailboxes/files/file-grant.ts'
import { Mailbox, MailboxShare } from '#api/mailboxes/mailbox.ts'
import { SignInAttempt } from '#api/mailboxes/sign-in-attempt.ts'
import { Reply } from '#api/inbox/replies/reply.ts'
import { EmailSettings } from '#api/settings/email-settings.ts'
import { Task } from '#api/tasks/task.ts'
import { SavedBlock } from '#api/templates/saved-block.ts'
import { Template } from '#api/templates/template.ts'
import { EmailEvent } from '#api/tracking/email-event.ts'
import { TrackedLink } from '#api/tracking/tracked-link.ts'
import { SuperAdmin, SuperAdminSession } from '#api/super-admins/super-admin.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { Webhook, WebhookDelivery } from '#api/webhooks/webhook.ts'

/** Every entity of the product. */
export const entities = [
  AuditEvent,
  Tenant,
  SuperAdmin,
  SuperAdminSession,
  User,
  Session,
  Identity,
  Passkey,
  ApiKey,
  ServiceAccount,
  Mailbox,
  MailboxShare,
  FileGrant,
  SignInAttempt,
  Contact,
  ContactImport,
  DeletedContact,
  ContactTag,
  ImportFile,
  Segment,
  Suppression,
  Campaign,
  CampaignContact,
  CampaignMailbox,
  Attachment,
  EmailLog,
  RecipientFile,
  Sheet,
  SheetSource,
  SheetLink,
  CampaignApproval,
  CampaignRehearsal,
  CampaignRepeat,
  TestMail,
  TrackedLink,
  EmailEvent,
  Reply,
  Image,
  Task,
  Template,
  SavedBlock,
  EmailSettings,
  Webhook,
  WebhookDelivery,
] as const
