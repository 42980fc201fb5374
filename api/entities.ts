import { ApiKey } from './accounts/api-key.ts'
import { ServiceAccount } from './accounts/service-account.ts'
import { Identity } from './accounts/identity.ts'
import { Passkey } from './accounts/second-factor/passkey.ts'
import { Session } from './accounts/session.ts'
import { User } from './accounts/user.ts'
import { AuditEvent } from './audit/audit-event.ts'
import { ContactTag } from './audiences/contact-tag.ts'
import { Segment } from './audiences/segment.ts'
import { Suppression } from './audiences/suppression.ts'
import { Attachment } from './campaigns/attachment.ts'
import { Campaign, CampaignContact, CampaignMailbox } from './campaigns/campaign.ts'
import { EmailLog } from './campaigns/email-log.ts'
import { SheetLink } from './campaigns/sheet-link.ts'
import { CampaignApproval } from './campaigns/approval/campaign-approval.ts'
import { CampaignRepeat } from './campaigns/repeats/campaign-repeat.ts'
import { CampaignRehearsal } from './campaigns/rehearsal/campaign-rehearsal.ts'
import { RecipientFile } from './campaigns/recipient-file.ts'
import { TestMail } from './campaigns/test-mail.ts'
import { DeletedContact } from './contacts/deleted-contact.ts'
import { ContactImport } from './contacts/contact-import.ts'
import { Contact } from './contacts/contact.ts'
import { ImportFile } from './contacts/import-file.ts'
import { Image } from './images/image.ts'
import { MailAccount, MailboxShare } from './mail-accounts/mail-account.ts'
import { SignInAttempt } from './mail-accounts/sign-in-attempt.ts'
import { Reply } from './replies/reply.ts'
import { EmailSettings } from './settings/email-settings.ts'
import { Task } from './tasks/task.ts'
import { SavedBlock } from './templates/saved-block.ts'
import { Template } from './templates/template.ts'
import { EmailEvent } from './tracking/email-event.ts'
import { TrackedLink } from './tracking/tracked-link.ts'
import { SuperAdmin, SuperAdminSession } from './tenants/super-admin.ts'
import { Tenant } from './tenants/tenant.ts'
import { Webhook, WebhookDelivery } from './webhooks/webhook.ts'

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
  MailAccount,
  MailboxShare,
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
