import { changePassword, createUser, currentUser, login, logout } from './accounts/accounts.ts'
import { createApiKey, currentApiKey, listApiKeys, revokeApiKey } from './accounts/api-keys.ts'
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from './accounts/service-accounts.ts'
import { listIdentities, removeIdentity } from './accounts/identities.ts'
import { accountLink } from './accounts/links/describe-link.ts'
import { changeEmail, confirmEmail, resendEmailConfirmation } from './accounts/links/email-address.ts'
import { countAuditEvents, countInstallationEvents, listAuditEvents, listInstallationEvents } from './audit/events.ts'
import { acceptInvitation, inviteUser, resendInvitation } from './accounts/links/invitations.ts'
import { requestPasswordReset, resetPassword } from './accounts/links/password-reset.ts'
import { confirmationWays } from './accounts/confirmation-ways.ts'
import { confirmPassword } from './accounts/confirm-password.ts'
import {
  addSsoDomain,
  removeSingleSignOn,
  removeSsoDomain,
  singleSignOn,
  updateSingleSignOn,
  verifySsoDomain,
} from './accounts/single-sign-on/settings.ts'
import { register } from './accounts/registration.ts'
import { resetSecondFactor } from './accounts/second-factor/reset.ts'
import { finishLogin } from './accounts/second-factor/finish-login.ts'
import { mustSetUpSecondFactor, requireSecondFactor } from './accounts/second-factor/required.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from './accounts/second-factor/passkey-confirmation.ts'
import { loginWithPasskey, startPasskeyLogin } from './accounts/second-factor/passkey-login.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './accounts/second-factor/passkeys.ts'
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  startTotp,
} from './accounts/second-factor/second-factor.ts'
import {
  countUsers,
  deleteUser,
  endSession,
  endUserSessions,
  listSessions,
  listUsers,
  updateUser,
} from './accounts/users.ts'
import { createSegment, deleteSegment, listSegments, updateSegment } from './audiences/segments.ts'
import { addSuppressions, countSuppressions, listSuppressions, removeSuppressions } from './audiences/suppressions.ts'
import { addTags, contactFields, contactTags, removeTags } from './audiences/tags.ts'
import { countCampaigns, listCampaigns } from './campaigns/campaigns.ts'
import { addRecipientFiles, recipientFilePlan, removeRecipientFiles } from './campaigns/recipient-files.ts'
import { changedSinceRequest } from './campaigns/approval/approvals.ts'
import { decideApproval } from './campaigns/approval/decide.ts'
import { requestApproval } from './campaigns/approval/request.ts'
import { changedSinceRehearsal, rehearseCampaign } from './campaigns/rehearsal/rehearsals.ts'
import { launchForecast } from './campaigns/checks/launch-forecast.ts'
import { conditionCounts } from './campaigns/checks/condition-counts.ts'
import { previewRecipient } from './campaigns/checks/preview-recipient.ts'
import { campaignProblems } from './campaigns/checks/problems.ts'
import { chooseAbWinner } from './campaigns/delivery/ab-winner.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign, sendToFailed } from './campaigns/delivery/control.ts'
import { resumeStoppedCampaigns } from './campaigns/delivery/resume-stopped.ts'
import { sendCampaign } from './campaigns/delivery/start.ts'
import { resumeAllSending, sendingStopOf, stopAllSending } from './campaigns/delivery/stop-all.ts'
import {
  askMailbox,
  confirmArrived,
  countUncertainEmails,
  listUncertainEmails,
} from './campaigns/delivery/uncertain-emails.ts'
import { createCampaign, deleteCampaign, duplicateCampaign, updateCampaign } from './campaigns/drafts.ts'
import { countedEmailLogs } from './campaigns/email-logs.ts'
import { stopFollowUps } from './campaigns/follow-ups/states.ts'
import { previewRepeat, repeatCampaign } from './campaigns/repeats/repeat.ts'
import { previewMail } from './campaigns/preview.ts'
import { createSheetLink, listSheetLinks, revokeSheetLink } from './campaigns/sheet-links.ts'
import { sendTestMail } from './campaigns/test-send.ts'
import { watchCampaign, watchCampaigns } from './campaigns/watch.ts'
import { commitImport } from './contacts/commit-import.ts'
import { countContacts, createContact, deleteContact, listContacts, updateContact } from './contacts/contacts.ts'
import { deleteContacts } from './contacts/delete-contacts.ts'
import { countDeleted, listDeleted, syncPoint } from './contacts/deleted-contacts.ts'
import { upsertContacts } from './contacts/upsert-contacts.ts'
import { importPreview, uploadContacts } from './contacts/import-preview.ts'
import { countImports, listImports, rejectedUrl } from './contacts/import.ts'
import { undoImport } from './contacts/undo-import.ts'
import { countImages, deleteImage, imageStorage, imageUrl, listImages, uploadImage } from './images/images.ts'
import { landingCheckOf, sendLandingCheck } from './mail-accounts/landing/check.ts'
import { mailboxLanding } from './mail-accounts/landing/landing.ts'
import { disconnectMailAccount, listMailAccounts } from './mail-accounts/mail-accounts.ts'
import { updateMailAccount } from './mail-accounts/update-mailbox.ts'
import { listColleagues, shareMailAccount } from './mail-accounts/shares.ts'
import { organizationUse } from './settings/organization-use.ts'
import { installationState } from './installation/provider-states.ts'
import { refusedRegistrationsOf } from './installation/refused-registrations.ts'
import { cancelTenantDeletion, scheduleTenantDeletion } from './tenants/deletion/by-super-admin.ts'
import { cancelWorkspaceDeletion, scheduleWorkspaceDeletion } from './tenants/deletion/schedule.ts'
import { erasePerson } from './personal-data/erase-person.ts'
import { replyMail } from './replies/reply-mail.ts'
import { countReplies, listReplies, updateReplies, watchReplies } from './replies/replies.ts'
import { emailSettings, updateEmailSettings } from './settings/settings.ts'
import { stats } from './stats/stats.ts'
import { cancelTask, countTasks, listTasks, watchTask } from './tasks/tasks.ts'
import { createSavedBlock, deleteSavedBlock, listSavedBlocks, updateSavedBlock } from './templates/saved-blocks.ts'
import { countTemplates, createTemplate, deleteTemplate, listTemplates, updateTemplate } from './templates/templates.ts'
import {
  superAdminConfirmTotp,
  superAdminFinishLogin,
  superAdminRenewRecoveryCodes,
  superAdminSecondFactor,
  superAdminStartTotp,
} from './tenants/super-admin-factor.ts'
import {
  currentSuperAdmin,
  superAdminConfirmPassword,
  superAdminLogin,
  superAdminLogout,
  mustSuperAdminSetUp,
} from './tenants/super-admins.ts'
import { countTenantUsers, createTenantUser, listTenantUsers, resetTenantUserFactor } from './tenants/tenant-users.ts'
import { planUse } from './tenants/limits.ts'
import { declineUpgrade, requestUpgrade } from './tenants/upgrade-requests.ts'
import { confirmPlan, countTenants, createTenant, currentTenant, listTenants, updateTenant } from './tenants/tenants.ts'
import { excludeFromTracking } from './tracking/exclusions.ts'
import { abResults } from './tracking/ab-results.ts'
import {
  countWebhookDeliveries,
  findWebhookDeliveries,
  listWebhookDeliveries,
  resendWebhookDelivery,
  sendTestWebhook,
} from './webhooks/deliveries.ts'
import { watchEmailLogs } from './webhooks/live.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhooks,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks/webhooks.ts'

/** Every operation of the product, by noun, as resolvers call it. */
export const operations = {
  accounts: {
    acceptInvitation,
    addSsoDomain,
    removeSingleSignOn,
    removeSsoDomain,
    singleSignOn,
    updateSingleSignOn,
    verifySsoDomain,
    accountLink,
    changeEmail,
    confirmEmail,
    inviteUser,
    requestPasswordReset,
    resendEmailConfirmation,
    resendInvitation,
    resetPassword,
    changePassword,
    confirmPassword,
    confirmTotp,
    confirmationWays,
    confirmWithPasskey,
    startPasskeyConfirmation,
    addPasskey,
    finishLogin,
    loginWithPasskey,
    removePasskey,
    renamePasskey,
    startPasskey,
    startPasskeyLogin,
    mustSetUpSecondFactor,
    removeTotp,
    renewRecoveryCodes,
    requireSecondFactor,
    resetSecondFactor,
    secondFactor,
    startTotp,
    countUsers,
    createUser,
    currentUser,
    deleteUser,
    endSession,
    endUserSessions,
    listIdentities,
    listSessions,
    listUsers,
    login,
    logout,
    register,
    removeIdentity,
    updateUser,
  },
  audit: { countAuditEvents, countInstallationEvents, listAuditEvents, listInstallationEvents },
  audiences: {
    addSuppressions,
    addTags,
    contactFields,
    contactTags,
    countSuppressions,
    createSegment,
    deleteSegment,
    listSegments,
    listSuppressions,
    removeSuppressions,
    removeTags,
    updateSegment,
  },
  campaigns: {
    askMailbox,
    campaignProblems,
    previewRecipient,
    conditionCounts,
    launchForecast,
    rehearseCampaign,
    changedSinceRehearsal,
    changedSinceRequest,
    decideApproval,
    requestApproval,
    addRecipientFiles,
    removeRecipientFiles,
    recipientFilePlan,
    cancelCampaign,
    confirmArrived,
    countCampaigns,
    countedEmailLogs,
    countUncertainEmails,
    createCampaign,
    deleteCampaign,
    duplicateCampaign,
    listCampaigns,
    listUncertainEmails,
    chooseAbWinner,
    pauseCampaign,
    previewMail,
    resumeCampaign,
    resumeStoppedCampaigns,
    previewRepeat,
    repeatCampaign,
    sendCampaign,
    createSheetLink,
    listSheetLinks,
    revokeSheetLink,
    resumeAllSending,
    sendingStopOf,
    stopAllSending,
    sendTestMail,
    sendToFailed,
    stopFollowUps,
    updateCampaign,
    watchCampaign,
    watchCampaigns,
  },
  contacts: {
    excludeFromTracking,
    countContacts,
    countDeleted,
    createContact,
    deleteContact,
    deleteContacts,
    listContacts,
    listDeleted,
    syncPoint,
    updateContact,
    upsertContacts,
  },
  imports: {
    commitImport,
    countImports,
    importPreview,
    listImports,
    rejectedUrl,
    undoImport,
    uploadContacts,
  },
  images: { countImages, deleteImage, imageStorage, imageUrl, listImages, uploadImage },
  mailAccounts: {
    disconnectMailAccount,
    landingCheckOf,
    listColleagues,
    listMailAccounts,
    mailboxLanding,
    sendLandingCheck,
    shareMailAccount,
    updateMailAccount,
  },
  replies: { countReplies, listReplies, replyMail, updateReplies, watchReplies },
  templates: {
    countTemplates,
    createSavedBlock,
    createTemplate,
    deleteSavedBlock,
    deleteTemplate,
    listSavedBlocks,
    listTemplates,
    updateSavedBlock,
    updateTemplate,
  },
  tracking: { abResults },
  tenants: {
    confirmPlan,
    declineUpgrade,
    requestUpgrade,
    countTenantUsers,
    countTenants,
    createTenant,
    createTenantUser,
    currentSuperAdmin,
    currentTenant,
    listTenantUsers,
    resetTenantUserFactor,
    listTenants,
    mustSuperAdminSetUp,
    planUse,
    superAdminConfirmTotp,
    superAdminFinishLogin,
    superAdminRenewRecoveryCodes,
    superAdminSecondFactor,
    superAdminStartTotp,
    superAdminConfirmPassword,
    superAdminLogin,
    superAdminLogout,
    updateTenant,
  },
  apiKeys: { createApiKey, currentApiKey, listApiKeys, revokeApiKey },
  serviceAccounts: { createServiceAccount, deleteServiceAccount, listServiceAccounts },
  settings: { emailSettings, organizationUse, updateEmailSettings },
  personalData: { erasePerson },
  installation: { installationState, refusedRegistrationsOf },
  deletion: { cancelTenantDeletion, cancelWorkspaceDeletion, scheduleTenantDeletion, scheduleWorkspaceDeletion },
  stats: { stats },
  webhooks: {
    countWebhookDeliveries,
    createWebhook,
    deleteWebhook,
    findWebhookDeliveries,
    findWebhooks,
    listWebhookDeliveries,
    listWebhooks,
    resendWebhookDelivery,
    rotateWebhookSecret,
    sendTestWebhook,
    updateWebhook,
    watchEmailLogs,
  },
  tasks: { cancelTask, countTasks, listTasks, watchTask },
}
export type Operations = typeof operations
