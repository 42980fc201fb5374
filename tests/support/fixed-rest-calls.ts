/** Every method and path of the REST API that must never change (product: api.rest-calls). */
export const FIXED_CALLS = `
GET /api/campaigns
POST /api/campaigns
POST /api/campaigns/{id}/send
GET /api/campaigns/{id}/analytics
GET /api/contacts
POST /api/contacts
DELETE /api/contacts/{id}
POST /api/contacts/upload
GET /api/contacts/template
GET /api/stats
GET /api/user
GET /api/user/profile
POST /api/login
POST /api/register
POST /api/logout
GET /api/users
POST /api/users
POST /api/user/change-password
GET /api/templates
POST /api/templates
DELETE /api/templates/{id}
GET /api/settings/email
POST /api/settings/email
GET /api/settings/connected-emails
POST /api/upload/image
GET /auth/microsoft
GET /auth/google
GET /api/supadmin/me
POST /api/supadmin/login
POST /api/supadmin/logout
GET /api/supadmin/tenants
POST /api/supadmin/tenants
PUT /api/supadmin/tenants/{id}
GET /api/supadmin/tenants/{id}/users
POST /api/supadmin/tenants/{id}/users`
  .trim()
  .split('\n')

const words = (text: string) => text.split(' ')
const USER = 'id name email username role createdAt microsoftConnected googleConnected'

/** The fields in the answers of these calls; for a list, of each row. */
export const FIXED_FIELDS: Record<string, string[]> = {
  'GET /api/user': words(USER),
  'POST /api/login': words(`${USER} sessionToken`),
  'GET /api/users': words(USER),
  'GET /api/contacts': words('id firstName lastName email serialNumber createdAt'),
  'GET /api/campaigns': words(
    'id name subject content personalization selectedContacts attachments status sentCount totalContacts createdAt sentAt',
  ),
  'GET /api/campaigns/{id}/analytics': words(
    `campaignName subject status createdAt sentAt totalContacts sentCount failedCount pendingCount deliveredCount openedCount
     clickedCount hasAttachments attachmentCount emailLogs failedEmails`.replace(/\s+/g, ' '),
  ),
  'GET /api/stats': words('totalContacts campaignsSent openRate clickRate'),
  'GET /api/templates': words('id name subject content'),
  'GET /api/settings/email': words(
    'emailsPerInterval intervalSeconds dailyLimit enableThrottling warmupMode warmupDaysRemaining',
  ),
  'GET /api/settings/connected-emails': words('id email provider status dailySent lastUsed reputation'),
  'GET /api/supadmin/me': words('name'),
  'GET /api/supadmin/tenants': words(
    'id slug name domain subscriptionTier maxUsers maxContacts maxCampaigns isActive features',
  ),
  'GET /api/supadmin/tenants/{id}/users': words('id username email name role isActive'),
}
