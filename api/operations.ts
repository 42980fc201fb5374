import { changePassword, createUser, currentUser, login, logout } from '#api/accounts/accounts.ts'
import { createApiKey, currentApiKey, listApiKeys, revokeApiKey } from '#api/accounts/api-keys.ts'
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from '#api/accounts/service-accounts.ts'
import { listIdentities, removeIdentity } from '#api/accounts/sign-in-identities.ts'
import { accountLink } from '#api/accounts/links/emailed-link-description.ts'
import { changeEmail, confirmEmail, resendEmailConfirmation } from '#api/accounts/links/email-address-confirmation.ts'
import {
  countAuditEvents,
  countInstallationEvents,
  listAuditEvents,
  listInstallationEvents,
} from '#api/audit/activity-log-queries.ts'
import { acceptInvitation, inviteUser, resendInvitation } from '#api/accounts/links/invitations.ts'
import { requestPasswordReset, resetPassword } from '#api/accounts/links/password-reset.ts'
import { confirmationWays } from '#api/accounts/identity-confirmation-methods.ts'
import { confirmPassword } from '#api/accounts/confirm-password.ts'
import {
  addSsoDomain,
  removeSingleSignOn,
  removeSsoDomain,
  singleSignOn,
  updateSingleSignOn,
  verifySsoDomain,
} from '#api/accounts/single-sign-on/single-sign-on-settings.ts'
import { register } from '#api/accounts/registration.ts'
import { resetSecondFactor } from '#api/accounts/second-factor/factor-reset.ts'
import { finishLogin } from '#api/accounts/second-factor/finish-login.ts'
import { mustSetUpSecondFactor, requireSecondFactor } from '#api/accounts/second-factor/required-factor-policy.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from '#api/accounts/second-factor/passkey-confirmation.ts'
import { loginWithPasskey, startPasskeyLogin } from '#api/accounts/second-factor/passkey-login.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from '#api/accounts/second-factor/passkeys.ts'
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  startTotp,
} from '#api/accounts/second-factor/second-factor.ts'
import {
  countUsers,
  deleteUser,
  endSession,
  endUserSessions,
  listSessions,
  listUsers,
  updateUser,
} from '#api/accounts/users.ts'
import { deleteSheet, listSheets, sheetRows } from '#api/contacts/sheets/sheets.ts'
import { setSheetWriting, sheetConflicts } from '#api/contacts/sheets/sources/outcome-write-back.ts'
import { connectSheet, readSheet, sheetLinkOf } from '#api/contacts/sheets/sources/connect-sheet.ts'
import { createSegment, deleteSegment, listSegments, updateSegment } from '#api/audiences/segments.ts'
import {
  addSuppressions,
  countSuppressions,
  listSuppressions,
  removeSuppressions,
} from '#api/audiences/suppressions.ts'
import { addTags, contactFields, contactTags, removeTags } from '#api/audiences/tags.ts'
import { countCampaigns, listCampaigns } from '#api/campaigns/campaigns.ts'
import { addRecipientFiles, recipientFilePlan, removeRecipientFiles } from '#api/campaigns/drafts/recipient-files.ts'
import { changedSinceRequest } from '#api/campaigns/approval/approvals.ts'
import { decideApproval } from '#api/campaigns/approval/approval-decision.ts'
import { requestApproval } from '#api/campaigns/approval/approval-request.ts'
import { changedSinceRehearsal, rehearseCampaign } from '#api/campaigns/rehearsal/rehearsals.ts'
import { launchForecast } from '#api/campaigns/checks/launch-forecast.ts'
import { conditionCounts } from '#api/campaigns/checks/condition-match-counts.ts'
import { previewRecipient } from '#api/campaigns/checks/preview-recipient.ts'
import { campaignProblems } from '#api/campaigns/checks/campaign-problems.ts'
import { chooseAbWinner } from '#api/campaigns/launch/ab-winner.ts'
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  sendToFailed,
} from '#api/campaigns/launch/pause-resume-cancel.ts'
import { resumeStoppedCampaigns } from '#api/campaigns/launch/resume-stopped-campaigns.ts'
import { sendCampaign } from '#api/campaigns/launch/launch-campaign.ts'
import { resumeAllSending, sendingStopOf, stopAllSending } from '#api/campaigns/launch/stop-all-sending.ts'
import { askMailbox, confirmArrived, countUncertainEmails, listUncertainEmails } from '#api/inbox/uncertain-emails.ts'
import { createMerge } from '#api/campaigns/drafts/create-mail-merge.ts'
import { createCampaign, deleteCampaign, duplicateCampaign, updateCampaign } from '#api/campaigns/drafts/drafts.ts'
import { setRowCells } from '#api/campaigns/drafts/row-cell-overrides.ts'
import { countedEmailLogs } from '#api/emails/email-logs.ts'
import { stopFollowUps } from '#api/campaigns/follow-ups/follow-up-states.ts'
import { previewRepeat, repeatCampaign } from '#api/campaigns/repeats/repeat-settings.ts'
import { sentMail } from '#api/campaigns/content/sent-email-view.ts'
import { previewMail } from '#api/campaigns/content/preview.ts'
import { createSheetLink, listSheetLinks, revokeSheetLink } from '#api/campaigns/exports/live-sheet-access.ts'
import { sendTestMail } from '#api/campaigns/content/test-send.ts'
import { watchCampaign, watchCampaigns } from '#api/campaigns/campaign-subscriptions.ts'
import { commitImport } from '#api/contacts/commit-import.ts'
import { countContacts, createContact, deleteContact, listContacts, updateContact } from '#api/contacts/contacts.ts'
import { deleteContacts } from '#api/contacts/delete-contacts.ts'
import { countDeleted, listDeleted, syncPoint } from '#api/contacts/deleted-contacts.ts'
import { upsertContacts } from '#api/contacts/upsert-contacts.ts'
import { importPreview, uploadContacts } from '#api/contacts/import-preview.ts'
import { countImports, listImports, rejectedUrl } from '#api/contacts/contact-import-runs.ts'
import { undoImport } from '#api/contacts/contact-import-undo.ts'
import { countImages, deleteImage, imageStorage, imageUrl, listImages, uploadImage } from '#api/images/images.ts'
import { landingCheckOf, sendLandingCheck } from '#api/campaigns/content/deliverability-check.ts'
import { mailboxLanding } from '#api/mailboxes/deliverability/deliverability-report.ts'
import { disconnectMailbox, listMailboxes } from '#api/mailboxes/mailboxes.ts'
import { connectSmtpMailbox, findMailServers } from '#api/mailboxes/smtp/connect-smtp.ts'
import { watchConnection } from '#api/mailboxes/smtp/connection-progress.ts'
import { mailboxServersOf, testMailbox } from '#api/mailboxes/smtp/stored-credentials.ts'
import { provideMailboxes } from '#api/mailboxes/provide-mailboxes.ts'
import { updateMailbox } from '#api/mailboxes/update-mailbox.ts'
import { listColleagues, shareMailbox } from '#api/mailboxes/mailbox-shares.ts'
import { organizationUse } from '#api/mailboxes/organization-use.ts'
import { installationState } from '#api/installation/provider-states.ts'
import { refusedRegistrationsOf } from '#api/installation/refused-registrations.ts'
import { cancelTenantDeletion, scheduleTenantDeletion } from '#api/super-admins/deletion/deletion-by-super-admin.ts'
import { cancelWorkspaceDeletion, scheduleWorkspaceDeletion } from '#api/super-admins/deletion/deletion-schedule.ts'
import { erasePerson } from '#api/personal-data/erase-person.ts'
import { replyMail } from '#api/inbox/replies/reply-message.ts'
import { cancelAnswer, discardAnswer, noteAnswering, saveAnswer, sendAnswer } from '#api/inbox/replies/reply-answers.ts'
import { countReplies, listReplies, updateReplies, watchReplies } from '#api/inbox/replies/replies.ts'
import { emailSettings, updateEmailSettings } from '#api/settings/settings.ts'
import { stats } from '#api/stats/stats.ts'
import { welcomes } from '#api/stats/recipient-response-figures.ts'
import { cancelTask, countTasks, listTasks, watchTask } from '#api/tasks/tasks.ts'
import { createSavedBlock, deleteSavedBlock, listSavedBlocks, updateSavedBlock } from '#api/templates/saved-blocks.ts'
import {
  countTemplates,
  createTemplate,
  deleteTemplate,
  listTemplates,
  updateTemplate,
} from '#api/templates/templates.ts'
import {
  superAdminConfirmTotp,
  superAdminFinishLogin,
  superAdminRenewRecoveryCodes,
  superAdminSecondFactor,
  superAdminStartTotp,
} from '#api/super-admins/super-admin-factor.ts'
import {
  currentSuperAdmin,
  superAdminConfirmPassword,
  superAdminLogin,
  superAdminLogout,
  mustSuperAdminSetUp,
} from '#api/super-admins/super-admins.ts'
import {
  countTenantUsers,
  createTenantUser,
  listTenantUsers,
  resetTenantUserFactor,
} from '#api/super-admins/tenant-users.ts'
import { planUse } from '#api/tenants/plan-limits.ts'
import { declineUpgrade, requestUpgrade } from '#api/super-admins/upgrade-requests.ts'
import {
  confirmPlan,
  countTenants,
  createTenant,
  currentTenant,
  listTenants,
  updateTenant,
} from '#api/super-admins/tenants.ts'
import {
  checkLinkDomain,
  linkDomain,
  removeLinkDomain,
  setLinkDomain,
} from '#api/tracking/link-domains/link-domains.ts'
import { excludeFromTracking } from '#api/tracking/tracking-exclusions.ts'
import { abResults } from '#api/campaigns/launch/ab-results.ts'
import {
  countWebhookDeliveries,
  findWebhookDeliveries,
  listWebhookDeliveries,
  resendWebhookDelivery,
  sendTestWebhook,
} from '#api/webhooks/delivery-log.ts'
import { watchEmailLogs } from '#api/emails/email-log-subscriptions.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhooks,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '#api/webhooks/webhooks.ts'

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
  sheets: { connectSheet, deleteSheet, listSheets, readSheet, setSheetWriting, sheetConflicts, sheetLinkOf, sheetRows },
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
    createMerge,
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
    sentMail,
    createSheetLink,
    listSheetLinks,
    revokeSheetLink,
    resumeAllSending,
    sendingStopOf,
    stopAllSending,
    sendTestMail,
    sendToFailed,
    stopFollowUps,
    setRowCells,
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
  mailboxes: {
    connectSmtpMailbox,
    disconnectMailbox,
    findMailServers,
    landingCheckOf,
    listColleagues,
    listMailboxes,
    mailboxLanding,
    mailboxServersOf,
    provideMailboxes,
    sendLandingCheck,
    shareMailbox,
    testMailbox,
    watchConnection,
    updateMailbox,
  },
  replies: {
    cancelAnswer,
    countReplies,
    discardAnswer,
    listReplies,
    noteAnswering,
    replyMail,
    saveAnswer,
    sendAnswer,
    updateReplies,
    watchReplies,
  },
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
  tracking: { abResults, checkLinkDomain, linkDomain, removeLinkDomain, setLinkDomain },
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
  stats: { stats, welcomes },
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
