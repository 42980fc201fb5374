import * as accounts from './accounts/accounts.ts'
import * as apiKeys from './accounts/api-keys.ts'
import { register } from './accounts/registration.ts'
import * as recentSignIn from './accounts/recent-sign-in.ts'
import * as identities from './accounts/identities.ts'
import * as users from './accounts/users.ts'
import * as segments from './audiences/segments.ts'
import * as suppressions from './audiences/suppressions.ts'
import * as tags from './audiences/tags.ts'
import * as campaigns from './campaigns/campaigns.ts'
import * as control from './campaigns/delivery/control.ts'
import * as preview from './campaigns/preview.ts'
import * as problems from './campaigns/checks/problems.ts'
import * as testSend from './campaigns/test-send.ts'
import * as drafts from './campaigns/drafts.ts'
import * as emailLogs from './campaigns/email-logs.ts'
import * as sending from './campaigns/delivery/start.ts'
import * as uncertainEmails from './campaigns/delivery/uncertain-emails.ts'
import * as campaignWatch from './campaigns/watch.ts'
import * as bulkDelete from './contacts/bulk-delete.ts'
import * as commitImport from './contacts/commit-import.ts'
import * as contacts from './contacts/contacts.ts'
import * as importPreview from './contacts/import-preview.ts'
import * as imports from './contacts/import.ts'
import * as undoImport from './contacts/undo-import.ts'
import * as imageUses from './images/image-uses.ts'
import * as images from './images/images.ts'
import * as mailAccounts from './mail-accounts/mail-accounts.ts'
import * as shares from './mail-accounts/shares.ts'
import * as settings from './settings/settings.ts'
import * as stats from './stats/stats.ts'
import * as tasks from './tasks/tasks.ts'
import * as mailPreview from './templates/mail-preview.ts'
import * as savedBlocks from './templates/saved-blocks.ts'
import * as templates from './templates/templates.ts'
import * as abResults from './tracking/ab-results.ts'
import * as analytics from './tracking/analytics.ts'
import * as superAdmins from './tenants/super-admins.ts'
import * as tenantUsers from './tenants/tenant-users.ts'
import * as tenants from './tenants/tenants.ts'

/** Every operation of the product, by noun, as resolvers reach them. */
export const operations = {
  accounts: { ...accounts, ...identities, ...recentSignIn, ...users, register },
  apiKeys,
  audiences: { ...segments, ...suppressions, ...tags },
  campaigns: {
    ...campaigns,
    ...drafts,
    ...emailLogs,
    ...sending,
    ...uncertainEmails,
    ...control,
    ...campaignWatch,
    ...preview,
    ...problems,
    ...testSend,
  },
  contacts: { ...contacts, ...bulkDelete },
  imports: { ...imports, ...importPreview, ...commitImport, ...undoImport },
  images: { ...images, ...imageUses },
  mailAccounts: { ...mailAccounts, ...shares },
  settings,
  stats,
  tasks,
  templates: { ...templates, ...savedBlocks, ...mailPreview },
  tracking: { ...abResults, ...analytics },
  tenants: { ...tenants, ...tenantUsers, ...superAdmins },
}
export type Operations = typeof operations
