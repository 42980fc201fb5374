/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment UserFields on User {\n    id\n    name\n    email\n    username\n    role\n    createdAt\n    emailConfirmed\n    hasPassword\n    mustSetUpSecondFactor\n    connectedProviders\n  }\n": typeof types.UserFieldsFragmentDoc,
    "\n  query CurrentUser {\n    currentUser {\n      ...UserFields\n    }\n  }\n": typeof types.CurrentUserDocument,
    "\n  query Registration {\n    server {\n      registration\n      systemEmails\n    }\n  }\n": typeof types.RegistrationDocument,
    "\n  mutation ResendEmailConfirmation {\n    resendEmailConfirmation {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResendEmailConfirmationDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      user {\n        id\n        username\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RegisterDocument,
    "\n  mutation Logout {\n    logout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.LogoutDocument,
    "\n  query OwnIdentities {\n    identities {\n      id\n      provider\n      label\n      addedAt\n      lastUsedAt\n    }\n  }\n": typeof types.OwnIdentitiesDocument,
    "\n  query ConfirmationWays {\n    confirmationWays\n  }\n": typeof types.ConfirmationWaysDocument,
    "\n  mutation StartPasskeyConfirmation {\n    startPasskeyConfirmation {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.StartPasskeyConfirmationDocument,
    "\n  mutation ConfirmWithPasskey($input: ConfirmWithPasskeyInput!) {\n    confirmWithPasskey(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConfirmWithPasskeyDocument,
    "\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConfirmPasswordDocument,
    "\n  mutation FinishLogin($input: FinishLoginInput!) {\n    finishLogin(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.FinishLoginDocument,
    "\n  mutation StartPasskeyLogin {\n    startPasskeyLogin {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.StartPasskeyLoginDocument,
    "\n  mutation LoginWithPasskey($input: LoginWithPasskeyInput!) {\n    loginWithPasskey(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.LoginWithPasskeyDocument,
    "\n  query EmailedLink($token: String!) {\n    accountLink(token: $token) {\n      kind\n      email\n      expiresAt\n      workspace\n      username\n      name\n    }\n  }\n": typeof types.EmailedLinkDocument,
    "\n  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {\n    requestPasswordReset(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RequestPasswordResetDocument,
    "\n  mutation ResetPassword($input: ResetPasswordInput!) {\n    resetPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResetPasswordDocument,
    "\n  mutation ConfirmEmail($token: String!) {\n    confirmEmail(input: { token: $token }) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConfirmEmailDocument,
    "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AcceptInvitationDocument,
    "\n  fragment AuditEventFields on AuditEvent {\n    id\n    at\n    actor\n    actorName\n    address\n    userAgent\n    action\n    targetLabel\n    changes {\n      field\n      from\n      to\n    }\n  }\n": typeof types.AuditEventFieldsFragmentDoc,
    "\n  query Activity($first: Int!, $after: String, $filter: AuditFilter) {\n    auditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n": typeof types.ActivityDocument,
    "\n  query ActivityTotal($filter: AuditFilter) {\n    auditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.ActivityTotalDocument,
    "\n  query InstallationActivity($first: Int!, $after: String, $filter: InstallationAuditFilter) {\n    installationAuditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n": typeof types.InstallationActivityDocument,
    "\n  query InstallationActivityTotal($filter: InstallationAuditFilter) {\n    installationAuditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.InstallationActivityTotalDocument,
    "\n  query Welcomes {\n    welcomes {\n      topicId\n      topic {\n        id\n        name\n      }\n      mailbox {\n        id\n        email\n      }\n      sent\n      positive\n      left\n      choseLess\n      paused\n      complained\n    }\n  }\n": typeof types.WelcomesDocument,
    "\n  query PreviewContacts($first: Int!, $filter: ContactFilter) {\n    contacts(first: $first, filter: $filter) {\n      edges {\n        node {\n          id\n          tags\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n      }\n    }\n  }\n": typeof types.PreviewContactsDocument,
    "\n  query RenderMail($input: MailInput!) {\n    previewMail(input: $input) {\n      htmlForDisplay\n      text\n    }\n  }\n": typeof types.RenderMailDocument,
    "\n  query BuilderFeature {\n    tenant {\n      id\n      features {\n        htmlBuilder\n      }\n    }\n  }\n": typeof types.BuilderFeatureDocument,
    "\n  query BrandKit {\n    emailSettings {\n      brandKit {\n        logo\n        colors\n        headingFont\n        bodyFont\n      }\n      companyName\n      postalAddress\n    }\n  }\n": typeof types.BrandKitDocument,
    "\n  fragment SavedBlockLine on SavedBlock {\n    id\n    name\n    elements\n    updatedAt\n  }\n": typeof types.SavedBlockLineFragmentDoc,
    "\n  query SavedBlocks {\n    savedBlocks {\n      ...SavedBlockLine\n    }\n  }\n": typeof types.SavedBlocksDocument,
    "\n  mutation CreateSavedBlock($input: CreateSavedBlockInput!) {\n    createSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateSavedBlockDocument,
    "\n  mutation UpdateSavedBlock($input: UpdateSavedBlockInput!) {\n    updateSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      templates\n      drafts\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateSavedBlockDocument,
    "\n  query SavedBlockUses($id: ID!) {\n    node(id: $id) {\n      ... on SavedBlock {\n        id\n        uses {\n          templates\n          drafts\n          names\n        }\n      }\n    }\n  }\n": typeof types.SavedBlockUsesDocument,
    "\n  mutation DeleteSavedBlock($id: ID!) {\n    deleteSavedBlock(input: { id: $id }) {\n      savedBlock {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteSavedBlockDocument,
    "\n  fragment EmailLogRow on EmailLog {\n    id\n    contactId\n    contactName\n    contactEmail\n    status\n    variant\n    untracked\n    sentAt\n    deliveredAt\n    openedAt\n    machineOpenedAt\n    clickedAt\n    repliedAt\n    awayUntil\n    awayDateGiven\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    timeZone\n    utcOffset\n    waitsUntil\n    error\n    failure {\n      message\n      howToFix\n    }\n  }\n": typeof types.EmailLogRowFragmentDoc,
    "\n  query EmailLogs($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: $first, after: $after, filter: $filter) {\n        edges {\n          cursor\n          node {\n            ...EmailLogRow\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": typeof types.EmailLogsDocument,
    "\n  query EmailLogTotal($id: ID!, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: 1, filter: $filter) {\n        totalCount\n      }\n    }\n  }\n": typeof types.EmailLogTotalDocument,
    "\n  query EmailLogsAgain($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      id\n      ...EmailLogRow\n    }\n  }\n": typeof types.EmailLogsAgainDocument,
    "\n  mutation StopFollowUps($input: StopFollowUpsInput!) {\n    stopFollowUps(input: $input) {\n      stopped\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.StopFollowUpsDocument,
    "\n  query RecipientEvents($id: ID!) {\n    node(id: $id) {\n      id\n      ... on EmailLog {\n        ...EmailLogRow\n        events {\n          kind\n          at\n          machine\n          url\n          detail\n        }\n        campaign {\n          id\n          status\n          followUps {\n            step\n            condition\n            link\n          }\n        }\n        nextFollowUp {\n          state\n          step\n          at\n          isAway\n          isAtCeiling\n          reason\n        }\n        followUpEmails {\n          id\n          status\n          sentAt\n          error\n          failure {\n            message\n            howToFix\n          }\n          events {\n            kind\n            at\n            machine\n            url\n            detail\n          }\n        }\n      }\n    }\n  }\n": typeof types.RecipientEventsDocument,
    "\n  query SheetLink($id: ID!) {\n    campaign(id: $id) {\n      ...SheetLinkOfCampaign\n    }\n  }\n\n  fragment SheetLinkOfCampaign on Campaign {\n    id\n    sheetLink {\n      createdAt\n      lastReadAt\n      expiresAt\n    }\n  }\n": typeof types.SheetLinkDocument,
    "\n  mutation CreateSheetLink($id: ID!) {\n    createSheetLink(input: { id: $id }) {\n      url\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateSheetLinkDocument,
    "\n  mutation RevokeSheetLink($id: ID!) {\n    revokeSheetLink(input: { id: $id }) {\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RevokeSheetLinkDocument,
    "\n  query CampaignApproval($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      status\n      totalContacts\n      leftOutCount\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      filePattern\n      followUps {\n        step\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      attachments {\n        id\n        name\n        size\n      }\n      approval {\n        request\n        status\n        requestedBy\n        requestedAt\n        note\n        mailboxes {\n          id\n          email\n        }\n        scheduledAt\n        localTimeZone\n        undoSeconds\n        exceedCeiling\n        changed\n        decidedBy\n        decidedAt\n        reason\n        canDecide\n        canWithdraw\n      }\n    }\n  }\n": typeof types.CampaignApprovalDocument,
    "\n  mutation RequestApproval($input: RequestApprovalInput!) {\n    requestApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RequestApprovalDocument,
    "\n  mutation DecideApproval($input: DecideApprovalInput!) {\n    decideApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DecideApprovalDocument,
    "\n  query AwaitingMe($filter: CampaignFilter!) {\n    campaigns(first: 3, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          approval {\n            requestedBy\n          }\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.AwaitingMeDocument,
    "\n  mutation ChooseAbWinner($id: ID!, $winner: Variant!) {\n    chooseAbWinner(input: { id: $id, winner: $winner }) {\n      campaign {\n        ...CampaignCard\n        ...AbTest\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ChooseAbWinnerDocument,
    "\n  mutation DuplicateCampaign($id: ID!) {\n    duplicateCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DuplicateCampaignDocument,
    "\n  mutation SendCampaign($input: SendCampaignInput!) {\n    sendCampaign(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SendCampaignDocument,
    "\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.PauseCampaignDocument,
    "\n  mutation ResumeCampaign($id: ID!, $mailboxIds: [ID!]) {\n    resumeCampaign(input: { id: $id, mailboxIds: $mailboxIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResumeCampaignDocument,
    "\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CancelCampaignDocument,
    "\n  mutation UndoLaunch($id: ID!) {\n    cancelCampaign(input: { id: $id, onlyIfUnsent: true }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UndoLaunchDocument,
    "\n  mutation SendToFailed($id: ID!, $emailLogIds: [ID!]) {\n    sendToFailed(input: { id: $id, emailLogIds: $emailLogIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SendToFailedDocument,
    "\n  mutation DeleteCampaign($id: ID!) {\n    deleteCampaign(input: { id: $id }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteCampaignDocument,
    "\n  fragment SavedDraft on Campaign {\n    ...CampaignCard\n    attachments {\n      id\n      name\n      size\n      document\n      hasMergeTags\n    }\n  }\n": typeof types.SavedDraftFragmentDoc,
    "\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateCampaignDocument,
    "\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateCampaignDocument,
    "\n  query CampaignDraft($id: ID!) {\n    campaign(id: $id) {\n      id\n      status\n      name\n      subject\n      content\n      fromName\n      fromAddress\n      replyTo\n      cc\n      bcc\n      useHtmlBuilder\n      htmlTemplate\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      followUps {\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      language\n      topicId\n      tracking\n      trackOpens\n      trackClicks\n      totalContacts\n      attachments {\n        id\n        name\n        contentType\n        size\n        document\n        hasMergeTags\n      }\n    }\n  }\n": typeof types.CampaignDraftDocument,
    "\n  query CampaignRecipientIds($id: ID!) {\n    campaign(id: $id) {\n      id\n      selectedContactIds\n    }\n  }\n": typeof types.CampaignRecipientIdsDocument,
    "\n  query AudienceContacts($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.AudienceContactsDocument,
    "\n  query DraftRepeat($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeat {\n        isOn\n        kind\n        label\n        segmentId\n        segment {\n          id\n          name\n        }\n        field\n        offsetDays\n        isYearly\n        dayOfMonth\n        nextRunAt\n      }\n    }\n  }\n": typeof types.DraftRepeatDocument,
    "\n  query DraftSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      emailsPer\n      sheet {\n        id\n        name\n        columns\n        rowCount\n        personCount\n      }\n    }\n  }\n": typeof types.DraftSheetDocument,
    "\n  query FirstRows($id: ID!) {\n    sheetRows(id: $id, first: 20) {\n      row\n      cells {\n        name\n        value\n      }\n    }\n  }\n": typeof types.FirstRowsDocument,
    "\n  mutation ChooseEmailsPer($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        emailsPer\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ChooseEmailsPerDocument,
    "\n  fragment FileTags on Attachment {\n    id\n    hasMergeTags\n  }\n": typeof types.FileTagsFragmentDoc,
    "\n  query MakesPdfs {\n    server {\n      makesPdfs\n    }\n  }\n": typeof types.MakesPdfsDocument,
    "\n  query SendMailboxes {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      isMine\n      isDefault\n      canSend\n      level\n      readsReplies\n      owner {\n        id\n        name\n      }\n      sandbox\n    }\n  }\n": typeof types.SendMailboxesDocument,
    "\n  query CampaignMailboxes($id: ID!) {\n    campaign(id: $id) {\n      id\n      mailboxes {\n        id\n        email\n        provider\n        status\n        isMine\n        owner {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.CampaignMailboxesDocument,
    "\n  query HasFollowUps($id: ID!) {\n    campaign(id: $id) {\n      id\n      followUps {\n        step\n      }\n    }\n  }\n": typeof types.HasFollowUpsDocument,
    "\n  query LaunchForecast($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) {\n      recipients\n      startsAt\n      finishesAt\n      waves {\n        timeZone\n        utcOffset\n        doubts {\n          text\n          timeZones\n          recipients\n        }\n        recipients\n        at\n        leavesAt\n      }\n      suppressed\n      declined\n      overCeiling\n      awaitWinner\n      decidesAt\n      followUps\n      lastFollowUpAt\n    }\n  }\n": typeof types.LaunchForecastDocument,
    "\n  query CampaignConditions($id: ID!) {\n    campaignConditions(id: $id) {\n      text\n      count\n      total\n    }\n  }\n": typeof types.CampaignConditionsDocument,
    "\n  query CampaignProblems($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime) {\n    campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {\n      code\n      severity\n      message\n      count\n      contacts {\n        id\n        firstName\n        lastName\n        email\n      }\n      finishesAt\n    }\n  }\n": typeof types.CampaignProblemsDocument,
    "\n  mutation SendTestMail($input: SendTestMailInput!) {\n    sendTestMail(input: $input) {\n      testMail {\n        email\n        sent\n        failure {\n          message\n          howToFix\n        }\n        others {\n          email\n          sent\n          failure {\n            message\n            howToFix\n          }\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SendTestMailDocument,
    "\n  query RecipientFiles($id: ID!, $only: RecipientFileProblem) {\n    campaign(id: $id) {\n      id\n      filePattern\n      filesKeptDays\n    }\n    recipientFilePlan(id: $id, only: $only) {\n      recipients\n      missing\n      doubtful\n      shared\n      fileCount\n      bytes\n      unusedCount\n      unused {\n        id\n        name\n      }\n      rowCount\n      rows {\n        contactId\n        name\n        email\n        wanted\n        problem\n        sharedWith\n        files {\n          id\n          name\n          size\n        }\n      }\n    }\n  }\n": typeof types.RecipientFilesDocument,
    "\n  mutation SetTrackOpens($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        trackOpens\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SetTrackOpensDocument,
    "\n  mutation SetFilePattern($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        filePattern\n        filesKeptDays\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SetFilePatternDocument,
    "\n  mutation AddRecipientFiles($input: AddRecipientFilesInput!) {\n    addRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AddRecipientFilesDocument,
    "\n  mutation RemoveRecipientFiles($input: RemoveRecipientFilesInput!) {\n    removeRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveRecipientFilesDocument,
    "\n  query UndoTime {\n    emailSettings {\n      undoSeconds\n      launchApproval\n    }\n  }\n": typeof types.UndoTimeDocument,
    "\n  query MergeSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      status\n      subject\n      content\n      useHtmlBuilder\n      language\n      emailsPer\n      totalContacts\n      attachments {\n        id\n        name\n        document\n      }\n      sheet {\n        ...ConnectedSheet\n      }\n    }\n  }\n": typeof types.MergeSheetDocument,
    "\n  fragment RowEmail on EmailLog {\n    id\n    sentAt\n    openedAt\n    clickedAt\n    repliedAt\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    error\n  }\n": typeof types.RowEmailFragmentDoc,
    "\n  query MergeSheetRows(\n    $id: ID!\n    $first: Int!\n    $after: Int\n    $isLaunched: Boolean!\n    $about: ID!\n    $campaignId: ID\n    $filter: EmailLogFilter\n  ) {\n    sheetRows(id: $id, first: $first, after: $after, campaignId: $campaignId, filter: $filter) {\n      row\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      cells {\n        name\n        value\n      }\n      ownCells(campaignId: $about) {\n        name\n        value\n      }\n      email(campaignId: $about) @include(if: $isLaunched) {\n        ...RowEmail\n      }\n    }\n  }\n": typeof types.MergeSheetRowsDocument,
    "\n  query DraftPeople($id: ID!, $first: Int!, $after: String) {\n    campaign(id: $id) {\n      id\n      selectedContacts(first: $first, after: $after) {\n        nodes {\n          id\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": typeof types.DraftPeopleDocument,
    "\n  query RowContact($id: ID!) {\n    contact(id: $id) {\n      id\n      serialNumber\n      fields {\n        name\n        value\n      }\n    }\n  }\n": typeof types.RowContactDocument,
    "\n  mutation SetRowCells($input: SetRowCellsInput!) {\n    setRowCells(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SetRowCellsDocument,
    "\n  mutation SaveSheetEmail($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        subject\n        content\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SaveSheetEmailDocument,
    "\n  query NewestDrafts($filter: CampaignFilter!) {\n    campaigns(first: 10, filter: $filter) {\n      nodes {\n        id\n        subject\n        content\n        useHtmlBuilder\n        sheet {\n          id\n        }\n      }\n    }\n  }\n": typeof types.NewestDraftsDocument,
    "\n  mutation CreateMergeDraft($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateMergeDraftDocument,
    "\n  fragment CampaignCard on Campaign {\n    id\n    name\n    subject\n    status\n    statusReason\n    statusText\n    resumesAt\n    finishesAt\n    scheduledAt\n    undoSecondsLeft\n    totalContacts\n    approval {\n      status\n      canDecide\n    }\n    sentCount\n    failedCount\n    leftOutCount\n    repeatableCount\n    openedCount\n    clickedCount\n    createdAt\n    startedAt\n    sentAt\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dayOfMonth\n      nextRunAt\n      offBecause\n      runCount\n      sentCount\n    }\n    repeatOf {\n      id\n    }\n  }\n": typeof types.CampaignCardFragmentDoc,
    "\n  fragment CampaignFigures on Campaign {\n    ...CampaignCard\n    pendingCount\n    deliveredCount\n    machineOpenedCount\n    bouncedCount\n    repliedCount\n    awayCount\n    unsubscribedCount\n    openRate\n    clickRate\n    opensTracked\n    clicksTracked\n    trackOpens\n    trackClicks\n    counts {\n      opens\n      clicks\n      machineOpens\n      machineClicks\n    }\n    successRate\n    isAbTest\n    mailboxes {\n      id\n      email\n      level\n      readsReplies\n      inboxError\n      inboxUnreadSince\n      wait {\n        reason\n        text\n        until\n      }\n    }\n  }\n": typeof types.CampaignFiguresFragmentDoc,
    "\n  fragment CampaignSteps on Campaign {\n    replyMailboxes {\n      id\n      email\n      level\n      readsReplies\n    }\n    followingSince\n    localTimeZone\n    followUps {\n      step\n      waitDays\n      timeOfDay\n      timeZone\n      condition\n      link\n      subject\n      attachesFiles\n      totalContacts\n      sentCount\n      pendingCount\n      failedCount\n      openedCount\n      clickedCount\n      repliedCount\n      unsubscribedCount\n    }\n  }\n": typeof types.CampaignStepsFragmentDoc,
    "\n  fragment CampaignDetails on Campaign {\n    ...CampaignFigures\n    sheet {\n      id\n    }\n    mailboxes {\n      id\n      isMine\n      owner {\n        id\n        name\n      }\n    }\n    attachments {\n      id\n      name\n      size\n    }\n    ...CampaignSteps\n  }\n": typeof types.CampaignDetailsFragmentDoc,
    "\n  query Campaigns($first: Int!, $after: String) {\n    campaigns(first: $first, after: $after, filter: { runs: false }) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.CampaignsDocument,
    "\n  query FoundCampaigns($first: Int!, $after: String, $filter: CampaignFilter!) {\n    campaigns(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.FoundCampaignsDocument,
    "\n  query CampaignTotal($filter: CampaignFilter!) {\n    campaigns(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.CampaignTotalDocument,
    "\n  query CampaignsUnderWay($filter: CampaignFilter!) {\n    campaigns(first: 500, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n    }\n  }\n": typeof types.CampaignsUnderWayDocument,
    "\n  query CampaignsById($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Campaign {\n        ...CampaignCard\n      }\n    }\n  }\n": typeof types.CampaignsByIdDocument,
    "\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      ...CampaignDetails\n    }\n  }\n": typeof types.CampaignDocument,
    "\n  fragment AbTest on Campaign {\n    id\n    abWinnerMetric\n    abWaitHours\n    abResults {\n      winner\n      text\n      waitingCount\n      decidesAt\n      decision {\n        winner\n        reason\n        metric\n        at\n        variants {\n          name\n          sent\n          opened\n          clicked\n          replied\n        }\n      }\n      variants {\n        name\n        subject\n        sent\n        opened\n        openRate\n        clicked\n        clickRate\n        replied\n        counts {\n          opens\n          clicks\n        }\n      }\n    }\n  }\n": typeof types.AbTestFragmentDoc,
    "\n  query CampaignResponse($id: ID!) {\n    campaign(id: $id) {\n      id\n      welcome {\n        positive\n        choseLess\n        paused\n        complained\n      }\n      timeline {\n        bucketSeconds\n        points {\n          at\n          sent\n          opened\n          machineOpened\n          clicked\n        }\n      }\n      links {\n        url\n        people\n        clicks\n        machineClicks\n      }\n      ...AbTest\n    }\n  }\n": typeof types.CampaignResponseDocument,
    "\n  query CampaignContent($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      content\n      useHtmlBuilder\n      htmlTemplate\n      emailsPer\n      sheet {\n        id\n      }\n      attachments {\n        id\n        name\n        document\n      }\n    }\n  }\n": typeof types.CampaignContentDocument,
    "\n  subscription CampaignsChanged {\n    campaignsChanged {\n      campaigns {\n        ...CampaignCard\n      }\n      removed\n      tenant {\n        ...SendingStopOfTenant\n      }\n    }\n  }\n": typeof types.CampaignsChangedDocument,
    "\n  subscription CampaignTouched($id: ID!) {\n    campaignProgress(id: $id) {\n      id\n    }\n  }\n": typeof types.CampaignTouchedDocument,
    "\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      ...CampaignFigures\n      ...CampaignSteps\n    }\n  }\n": typeof types.CampaignProgressDocument,
    "\n  query LaunchedBy($id: ID!) {\n    campaign(id: $id) {\n      id\n      launchedBy {\n        id\n        name\n      }\n    }\n  }\n": typeof types.LaunchedByDocument,
    "\n  query WorkspaceFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        warmup\n      }\n    }\n  }\n": typeof types.WorkspaceFeaturesDocument,
    "\n  query WorkspaceTracking {\n    emailSettings {\n      tracking\n    }\n  }\n": typeof types.WorkspaceTrackingDocument,
    "\n  query RepeatableCount($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeatableCount\n    }\n  }\n": typeof types.RepeatableCountDocument,
    "\n  query Topics {\n    emailSettings {\n      topics {\n        id\n        name\n      }\n    }\n  }\n": typeof types.TopicsDocument,
    "\n  query WorkspaceLanguage {\n    emailSettings {\n      language\n    }\n  }\n": typeof types.WorkspaceLanguageDocument,
    "\n  query PreviewMail($input: MailInput!) {\n    previewMail(input: $input) {\n      from {\n        name\n        address\n      }\n      to {\n        name\n        address\n      }\n      replyTo {\n        name\n        address\n      }\n      cc {\n        name\n        address\n      }\n      bcc {\n        name\n        address\n      }\n      subject\n      htmlForDisplay\n      attachments {\n        name\n        size\n        inline\n        isDocument\n        problem\n      }\n      size\n    }\n  }\n": typeof types.PreviewMailDocument,
    "\n  query PreviewDocuments($input: MailInput!) {\n    previewMail(input: $input) {\n      attachments {\n        name\n        contentType\n        isDocument\n        problem\n        contentBytes\n      }\n    }\n  }\n": typeof types.PreviewDocumentsDocument,
    "\n  query PreviewRecipient($campaignId: ID!, $after: ID, $before: ID, $contactId: ID, $search: String, $hasGap: Boolean) {\n    previewRecipient(\n      campaignId: $campaignId\n      after: $after\n      before: $before\n      contactId: $contactId\n      search: $search\n      hasGap: $hasGap\n    ) {\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      position\n      total\n      gaps\n    }\n  }\n": typeof types.PreviewRecipientDocument,
    "\n  query Rehearsal($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        status\n        error\n        reportedAt\n        changed(mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone)\n        task {\n          ...TaskRow\n        }\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n": typeof types.RehearsalDocument,
    "\n  query LaunchedRehearsal($id: ID!) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        reportedAt\n        changed\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n": typeof types.LaunchedRehearsalDocument,
    "\n  fragment RehearsalReportFields on RehearsalReport {\n    recipients\n    emails\n    startsAt\n    finishesAt\n    decidesAt\n    followUps {\n      step\n      firstAt\n      lastAt\n    }\n    localTimeZone\n    waves {\n      timeZone\n      utcOffset\n      doubts {\n        text\n        timeZones\n        recipients\n      }\n      recipients\n      at\n      leavesAt\n    }\n    limits {\n      reason\n      message\n    }\n    largestBytes\n    findings {\n      code\n      section\n      message\n      count\n      tag\n      examples {\n        contactId\n        contact {\n          id\n          firstName\n          lastName\n          email\n        }\n        other {\n          id\n          email\n        }\n        meantDomain\n        campaign {\n          id\n          name\n        }\n        sentBy\n        sentAt\n        awayUntil\n        awayDateGiven\n        reason\n      }\n    }\n  }\n": typeof types.RehearsalReportFieldsFragmentDoc,
    "\n  mutation RehearseCampaign($input: RehearseCampaignInput!) {\n    rehearseCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RehearseCampaignDocument,
    "\n  fragment RepeatOfCampaign on Campaign {\n    id\n    name\n    subject\n    status\n    sheet {\n      id\n      source {\n        kind\n      }\n    }\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dateOrder\n      dayOfMonth\n      timeOfDay\n      timeZone\n      onWorkingDays\n      includesExisting\n      mailboxes {\n        id\n        email\n      }\n      nextRunAt\n      lastRunAt\n      offBecause\n      offAt\n      skippedCount\n      skippedAt\n      runCount\n      sentCount\n    }\n  }\n": typeof types.RepeatOfCampaignFragmentDoc,
    "\n  query CampaignRepeat($id: ID!) {\n    campaign(id: $id) {\n      ...RepeatOfCampaign\n    }\n  }\n": typeof types.CampaignRepeatDocument,
    "\n  query RepeatPreview($id: ID!, $rule: RepeatRuleInput!) {\n    campaign(id: $id) {\n      id\n      repeatPreview(rule: $rule) {\n        runsAt\n        recipients\n        suppressed\n        overCeiling\n        unreadable\n        examples {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n  }\n": typeof types.RepeatPreviewDocument,
    "\n  mutation RepeatCampaign($input: RepeatCampaignInput!) {\n    repeatCampaign(input: $input) {\n      campaign {\n        ...RepeatOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RepeatCampaignDocument,
    "\n  query CampaignRuns($id: ID!, $first: Int!, $after: String) {\n    campaigns(filter: { repeatOf: $id }, first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          status\n          statusReason\n          undoSecondsLeft\n          scheduledAt\n          totalContacts\n          sentCount\n          failedCount\n          leftOutCount\n          openedCount\n          repliedCount\n          createdAt\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.CampaignRunsDocument,
    "\n  fragment SendingStopOfTenant on Tenant {\n    id\n    sendingStop {\n      stoppedAt\n      stoppedBy\n      inFlight\n      leftAfter\n      overdue\n    }\n  }\n": typeof types.SendingStopOfTenantFragmentDoc,
    "\n  query RepeatingCampaigns {\n    campaigns(first: 20, filter: { repeats: true }) {\n      edges {\n        cursor\n        node {\n          id\n          status\n          repeat {\n            isOn\n          }\n        }\n      }\n    }\n  }\n": typeof types.RepeatingCampaignsDocument,
    "\n  mutation StopAll {\n    stopAllSending {\n      sendingStop {\n        stoppedAt\n        stoppedBy\n        inFlight\n        leftAfter\n        overdue\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.StopAllDocument,
    "\n  mutation ResumeAll {\n    resumeAllSending(input: {}) {\n      tenant {\n        ...SendingStopOfTenant\n      }\n      paused {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResumeAllDocument,
    "\n  fragment StoppedBy on Mailbox {\n    id\n    email\n    isMine\n    owner {\n      id\n      name\n    }\n    stoppedCampaigns\n  }\n": typeof types.StoppedByFragmentDoc,
    "\n  query StoppedCampaigns {\n    mailboxes {\n      ...StoppedBy\n    }\n  }\n": typeof types.StoppedCampaignsDocument,
    "\n  mutation ResumeStopped($mailboxId: ID!) {\n    resumeStoppedCampaigns(input: { mailboxId: $mailboxId }) {\n      mailbox {\n        ...StoppedBy\n      }\n      resumed {\n        ...CampaignCard\n      }\n      refused {\n        campaignId\n        name\n        message\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResumeStoppedDocument,
    "\n  fragment UncertainEmail on EmailLog {\n    id\n    contactName\n    contactEmail\n    status\n    attemptedAt\n    error\n    campaign {\n      id\n      name\n      status\n    }\n    mailbox {\n      id\n      email\n    }\n  }\n": typeof types.UncertainEmailFragmentDoc,
    "\n  query UncertainEmails($first: Int!, $after: String) {\n    uncertainEmails(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...UncertainEmail\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.UncertainEmailsDocument,
    "\n  query UncertainCount {\n    uncertainEmails(first: 1) {\n      totalCount\n    }\n  }\n": typeof types.UncertainCountDocument,
    "\n  mutation AskMailbox($ids: [ID!]!) {\n    askMailbox(input: { emailLogIds: $ids }) {\n      askedEmails {\n        answer\n        emailLog {\n          ...UncertainEmail\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AskMailboxDocument,
    "\n  mutation ConfirmArrived($ids: [ID!]!) {\n    confirmArrived(input: { emailLogIds: $ids }) {\n      emailLogs {\n        ...UncertainEmail\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConfirmArrivedDocument,
    "\n  query SessionCheck {\n    tenant {\n      id\n    }\n  }\n": typeof types.SessionCheckDocument,
    "\n  query AllFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        apiAccess\n        warmup\n      }\n    }\n  }\n": typeof types.AllFeaturesDocument,
    "\n  query MustSetUp {\n    currentUser {\n      id\n      mustSetUpSecondFactor\n    }\n  }\n": typeof types.MustSetUpDocument,
    "\n  fragment Refusal on UserError {\n    code\n    field\n    message\n  }\n": typeof types.RefusalFragmentDoc,
    "\n  query ContactHistory($id: ID!, $first: Int!, $after: String) {\n    contact(id: $id) {\n      id\n      emailLogs(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            id\n            status\n            step\n            error\n            failure {\n              message\n            }\n            events {\n              kind\n              at\n              machine\n              url\n              detail\n            }\n            campaign {\n              id\n              name\n            }\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": typeof types.ContactHistoryDocument,
    "\n  query Contacts($first: Int!, $after: String, $filter: ContactFilter, $orderBy: ContactOrder) {\n    contacts(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...ContactRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ContactsDocument,
    "\n  query ContactTotal($filter: ContactFilter) {\n    contacts(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.ContactTotalDocument,
    "\n  fragment ContactRow on Contact {\n    id\n    firstName\n    lastName\n    email\n    serialNumber\n    createdAt\n    tags\n    suppressed\n    untracked\n    fields {\n      name\n      value\n    }\n  }\n": typeof types.ContactRowFragmentDoc,
    "\n  query ContactIds($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ContactIdsDocument,
    "\n  mutation CreateContact($input: CreateContactInput!) {\n    createContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateContactDocument,
    "\n  mutation DeleteContact($id: ID!) {\n    deleteContact(input: { id: $id }) {\n      contact {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteContactDocument,
    "\n  mutation DeleteContacts($input: DeleteContactsInput!) {\n    deleteContacts(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteContactsDocument,
    "\n  mutation UpdateContact($input: UpdateContactInput!) {\n    updateContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateContactDocument,
    "\n  mutation ExcludeFromTracking($input: ExcludeFromTrackingInput!) {\n    excludeFromTracking(input: $input) {\n      contactCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ExcludeFromTrackingDocument,
    "\n  mutation AddTags($input: AddTagsInput!) {\n    addTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AddTagsDocument,
    "\n  mutation RemoveTags($input: RemoveTagsInput!) {\n    removeTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveTagsDocument,
    "\n  query ContactTags {\n    contactTags {\n      name\n      contactCount\n    }\n  }\n": typeof types.ContactTagsDocument,
    "\n  query ContactFields {\n    contactFields {\n      name\n      contactCount\n    }\n  }\n": typeof types.ContactFieldsDocument,
    "\n  fragment SegmentRow on Segment {\n    id\n    name\n    contactCount\n    filter {\n      search\n      tags\n      withoutTags\n      fields {\n        name\n        equals\n        contains\n        isEmpty\n      }\n      suppressed\n      campaignOutcome {\n        campaignId\n        outcome\n      }\n    }\n  }\n": typeof types.SegmentRowFragmentDoc,
    "\n  query FilterChoices {\n    segments {\n      ...SegmentRow\n    }\n    contactTags {\n      name\n      contactCount\n    }\n  }\n": typeof types.FilterChoicesDocument,
    "\n  mutation CreateSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateSegmentDocument,
    "\n  mutation UpdateSegment($input: UpdateSegmentInput!) {\n    updateSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateSegmentDocument,
    "\n  mutation DeleteSegment($id: ID!) {\n    deleteSegment(input: { id: $id }) {\n      segment {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteSegmentDocument,
    "\n  fragment ConnectedSheet on Sheet {\n    id\n    name\n    columns\n    rowCount\n    personCount\n    source {\n      kind\n      host\n      link\n      keyColumn\n      state\n      problem\n      rejectedRows\n      readAt\n      changedAt\n      writes\n      writtenTitles\n      writtenAt\n      writeProblem\n      conflicts {\n        line\n        column\n      }\n    }\n  }\n": typeof types.ConnectedSheetFragmentDoc,
    "\n  query Sheets {\n    sheets {\n      ...ConnectedSheet\n    }\n  }\n": typeof types.SheetsDocument,
    "\n  mutation ConnectSheet($input: ConnectSheetInput!) {\n    connectSheet(input: $input) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConnectSheetDocument,
    "\n  mutation ReadSheet($id: ID!, $acceptColumns: Boolean) {\n    readSheet(input: { id: $id, acceptColumns: $acceptColumns }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ReadSheetDocument,
    "\n  mutation SetSheetWriting($id: ID!, $writes: Boolean!) {\n    setSheetWriting(input: { id: $id, writes: $writes }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SetSheetWritingDocument,
    "\n  mutation DeleteSheet($id: ID!) {\n    deleteSheet(input: { id: $id }) {\n      sheet {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteSheetDocument,
    "\n  fragment SuppressionRow on Suppression {\n    id\n    email\n    reason\n    note\n    createdAt\n  }\n": typeof types.SuppressionRowFragmentDoc,
    "\n  query Suppressions($first: Int!, $after: String, $filter: SuppressionFilter) {\n    suppressions(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...SuppressionRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.SuppressionsDocument,
    "\n  query SuppressionTotal($filter: SuppressionFilter) {\n    suppressions(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.SuppressionTotalDocument,
    "\n  mutation AddSuppressions($input: AddSuppressionsInput!) {\n    addSuppressions(input: $input) {\n      added\n      known\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AddSuppressionsDocument,
    "\n  mutation RemoveSuppressions($ids: [ID!]!) {\n    removeSuppressions(input: { ids: $ids }) {\n      removedCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveSuppressionsDocument,
    "\n  fragment ImportRow on ContactImport {\n    id\n    fileName\n    added\n    changed\n    tagged\n    ignored\n    rejected\n    rejectedUrl\n    skipped\n    sheet {\n      id\n      rowCount\n      personCount\n    }\n    createdAt\n    undone {\n      at\n      removed\n      restored\n      left\n      leftEmails\n    }\n  }\n": typeof types.ImportRowFragmentDoc,
    "\n  fragment TaskRow on Task {\n    id\n    kind\n    status\n    done\n    total\n    message\n    error\n    startedBy\n    createdAt\n    fileId\n    import {\n      ...ImportRow\n    }\n  }\n": typeof types.TaskRowFragmentDoc,
    "\n  query Tasks($first: Int!) {\n    tasks(first: $first) {\n      edges {\n        node {\n          ...TaskRow\n        }\n      }\n    }\n  }\n": typeof types.TasksDocument,
    "\n  query Task($id: ID!) {\n    task(id: $id) {\n      ...TaskRow\n    }\n  }\n": typeof types.TaskDocument,
    "\n  subscription TaskProgress($id: ID!) {\n    taskProgress(id: $id) {\n      ...TaskRow\n    }\n  }\n": typeof types.TaskProgressDocument,
    "\n  mutation CancelTask($id: ID!) {\n    cancelTask(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CancelTaskDocument,
    "\n  query ImportPreview($id: ID!, $choice: ImportChoiceInput) {\n    importPreview(id: $id, choice: $choice) {\n      id\n      fileName\n      sheets {\n        name\n        rowCount\n        problem\n      }\n      sheet\n      columns {\n        index\n        letter\n        header\n        field\n        name\n        samples\n      }\n      head {\n        row\n        cells\n      }\n      problem\n      added {\n        ...PreviewRows\n      }\n      changed {\n        ...PreviewRows\n      }\n      unchanged {\n        ...PreviewRows\n      }\n      repeated {\n        ...PreviewRows\n      }\n      rejected {\n        ...PreviewRows\n      }\n      reasons {\n        reason\n        count\n      }\n      encoding\n      notices {\n        kind\n        count\n        message\n      }\n      skipped\n      severalRows\n      severalAddresses\n      titles {\n        field\n        count\n        samples\n      }\n      room\n      leftOut\n    }\n  }\n": typeof types.ImportPreviewDocument,
    "\n  fragment PreviewRows on ImportRows {\n    count\n    rows {\n      row\n      email\n      values {\n        name\n        value\n      }\n      changes {\n        name\n        before\n        after\n      }\n      reason\n    }\n  }\n": typeof types.PreviewRowsFragmentDoc,
    "\n  mutation CommitImport($id: ID!, $choice: ImportChoiceInput) {\n    commitImport(input: { id: $id, choice: $choice }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CommitImportDocument,
    "\n  mutation UndoImport($id: ID!) {\n    undoImport(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UndoImportDocument,
    "\n  query ContactImports($first: Int!, $after: String) {\n    contactImports(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...ImportRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ContactImportsDocument,
    "\n  query Stats {\n    stats {\n      totalContacts\n      totalCampaigns\n      campaignsSent\n      campaignsFailed\n      activeCampaigns\n      openRate\n      clickRate\n      opensTracked\n      clicksTracked\n      successRate\n      hasSent\n      hasMailbox\n      hasTested\n      fromLastMonth {\n        totalContacts\n        totalCampaigns\n        campaignsSent\n        openRate\n        clickRate\n      }\n    }\n  }\n": typeof types.StatsDocument,
    "\n  query CustomFields {\n    contactFields {\n      name\n    }\n  }\n": typeof types.CustomFieldsDocument,
    "\n  query SalesAddress {\n    server {\n      salesEmail\n    }\n  }\n": typeof types.SalesAddressDocument,
    "\n  query MailServers($email: String!) {\n    mailServers(email: $email) {\n      smtp {\n        ...ServerFields\n      }\n      imap {\n        ...ServerFields\n      }\n      source\n      hostName\n      appPassword\n      help\n      before\n      refusal\n      signIn\n    }\n  }\n": typeof types.MailServersDocument,
    "\n  fragment ServerFields on MailServer {\n    host\n    port\n    security\n    user\n  }\n": typeof types.ServerFieldsFragmentDoc,
    "\n  fragment StepFields on ConnectionStep {\n    step\n    state\n    text\n    fix\n    link\n    answer\n  }\n": typeof types.StepFieldsFragmentDoc,
    "\n  mutation ConnectSmtpMailbox($input: ConnectSmtpMailboxInput!) {\n    connectSmtpMailbox(input: $input) {\n      mailbox {\n        id\n        email\n        status\n      }\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConnectSmtpMailboxDocument,
    "\n  mutation TestMailbox($id: ID!, $attempt: String) {\n    testMailbox(input: { id: $id, attempt: $attempt }) {\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.TestMailboxDocument,
    "\n  mutation SetCopyToSelf($id: ID!, $copyToSelf: Boolean!) {\n    updateMailbox(input: { id: $id, copyToSelf: $copyToSelf }) {\n      mailbox {\n        id\n        servers {\n          smtp {\n            ...ServerFields\n          }\n          imap {\n            ...ServerFields\n          }\n          copyToSelf\n          keepsCopy\n          signIn\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SetCopyToSelfDocument,
    "\n  subscription ConnectionProgress($attempt: String!) {\n    connectionProgress(attempt: $attempt) {\n      steps {\n        step\n        state\n      }\n    }\n  }\n": typeof types.ConnectionProgressDocument,
    "\n  query MailboxSignatures {\n    mailboxes {\n      id\n      canSend\n      signature\n    }\n  }\n": typeof types.MailboxSignaturesDocument,
    "\n  query MailboxAddresses {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      canSend\n      isDefault\n      lastUsed\n      sendAs {\n        address\n        kind\n        canSend\n      }\n    }\n  }\n": typeof types.MailboxAddressesDocument,
    "\n  query MailboxStates {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      isMine\n      owner {\n        id\n        name\n      }\n      isDefault\n      canSend\n      lastUsed\n    }\n  }\n": typeof types.MailboxStatesDocument,
    "\n  query OwnPlan {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n      upgradeRequest {\n        subscriptionTier\n        requestedAt\n      }\n    }\n  }\n": typeof types.OwnPlanDocument,
    "\n  mutation RequestUpgrade($input: RequestUpgradeInput!) {\n    requestUpgrade(input: $input) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n          requestedAt\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RequestUpgradeDocument,
    "\n  fragment ReplyRow on Reply {\n    id\n    fromEmail\n    answerTo\n    receivedAt\n    canRead\n    doneAt\n    doneBy {\n      id\n      name\n    }\n    snoozedUntil\n    isPositive\n    answeredAt\n    answering {\n      id\n      name\n    }\n    answers {\n      id\n      state\n      undoUntil\n      undoSecondsLeft\n      emailLog {\n        id\n        failure {\n          message\n          howToFix\n        }\n      }\n    }\n    assignee {\n      id\n      name\n    }\n    emailLog {\n      id\n      contactName\n      contactEmail\n    }\n    campaign {\n      id\n      name\n    }\n    mailbox {\n      id\n      email\n      provider\n    }\n  }\n": typeof types.ReplyRowFragmentDoc,
    "\n  query Replies($first: Int!, $after: String, $filter: ReplyFilter) {\n    replies(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...ReplyRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.RepliesDocument,
    "\n  query OpenReplies($filter: ReplyFilter!) {\n    replies(filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.OpenRepliesDocument,
    "\n  query ReplyMail($id: ID!) {\n    replyMail(id: $id) {\n      subject\n      text\n      wholeText\n      url\n      problem\n      message\n    }\n  }\n": typeof types.ReplyMailDocument,
    "\n  mutation UpdateReplies($input: UpdateRepliesInput!) {\n    updateReplies(input: $input) {\n      replies {\n        ...ReplyRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateRepliesDocument,
    "\n  subscription RepliesChanged {\n    repliesChanged {\n      missed\n      openCount\n      replies {\n        ...ReplyRow\n      }\n    }\n  }\n": typeof types.RepliesChangedDocument,
    "\n  fragment AnswerRow on Answer {\n    id\n    state\n    content\n    undoUntil\n    undoSecondsLeft\n    author {\n      id\n      name\n    }\n    attachments {\n      id\n      name\n      contentType\n      size\n    }\n    emailLog {\n      id\n      failure {\n        message\n        howToFix\n      }\n    }\n  }\n": typeof types.AnswerRowFragmentDoc,
    "\n  query ReplyThread($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on Reply {\n        id\n        answering {\n          id\n          name\n        }\n        answers {\n          ...AnswerRow\n        }\n        mailbox {\n          id\n          email\n          canSend\n          signature\n        }\n        conversation {\n          at\n          isAnswer\n          emailLog {\n            id\n            contactId\n            contactName\n            status\n          }\n          reply {\n            id\n            fromEmail\n          }\n        }\n      }\n    }\n  }\n": typeof types.ReplyThreadDocument,
    "\n  query ReplyPerson($id: ID!) {\n    contact(id: $id) {\n      id\n      firstName\n      lastName\n      email\n      suppressed\n      tags\n      fields {\n        name\n        value\n      }\n      emailLogs {\n        totalCount\n      }\n    }\n  }\n": typeof types.ReplyPersonDocument,
    "\n  query SentMail($id: ID!) {\n    sentMail(id: $id) {\n      subject\n      text\n    }\n  }\n": typeof types.SentMailDocument,
    "\n  mutation SaveAnswer($input: SaveAnswerInput!) {\n    saveAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SaveAnswerDocument,
    "\n  mutation SendAnswer($input: SendAnswerInput!) {\n    sendAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SendAnswerDocument,
    "\n  mutation CancelAnswer($input: CancelAnswerInput!) {\n    cancelAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CancelAnswerDocument,
    "\n  mutation DiscardAnswer($input: DiscardAnswerInput!) {\n    discardAnswer(input: $input) {\n      reply {\n        id\n        answers {\n          id\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DiscardAnswerDocument,
    "\n  mutation NoteAnswering($input: NoteAnsweringInput!) {\n    noteAnswering(input: $input) {\n      reply {\n        id\n        answering {\n          id\n          name\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.NoteAnsweringDocument,
    "\n  query ReplyColleagues {\n    colleagues {\n      id\n      name\n    }\n  }\n": typeof types.ReplyColleaguesDocument,
    "\n  query ReplyCampaigns($first: Int!) {\n    campaigns(first: $first) {\n      edges {\n        node {\n          id\n          name\n          repliedCount\n          followUps {\n            repliedCount\n          }\n        }\n      }\n    }\n  }\n": typeof types.ReplyCampaignsDocument,
    "\n  fragment ApiKeyFields on ApiKey {\n    id\n    name\n    scopes\n    allowedAddresses\n    user {\n      id\n      name\n    }\n    serviceAccount {\n      id\n      name\n    }\n    tokenStart\n    createdAt\n    expiresAt\n    lastUsedAt\n  }\n": typeof types.ApiKeyFieldsFragmentDoc,
    "\n  query ApiKeys {\n    apiKeys {\n      ...ApiKeyFields\n    }\n    serviceAccounts {\n      id\n      name\n      createdAt\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n": typeof types.ApiKeysDocument,
    "\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      token\n      apiKey {\n        ...ApiKeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateApiKeyDocument,
    "\n  mutation CreateServiceAccount($name: String!) {\n    createServiceAccount(input: { name: $name }) {\n      serviceAccount {\n        id\n        name\n        createdAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateServiceAccountDocument,
    "\n  mutation DeleteServiceAccount($id: ID!) {\n    deleteServiceAccount(input: { id: $id }) {\n      serviceAccount {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteServiceAccountDocument,
    "\n  mutation RevokeApiKey($id: ID!) {\n    revokeApiKey(input: { id: $id }) {\n      apiKey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RevokeApiKeyDocument,
    "\n  mutation RevokeSheetLinkOf($id: ID!, $userId: ID!) {\n    revokeSheetLink(input: { id: $id, userId: $userId }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RevokeSheetLinkOfDocument,
    "\n  fragment WebhookFields on Webhook {\n    id\n    url\n    description\n    events\n    enabled\n    disabledBecause\n    failingSince\n    oldSecretUntil\n  }\n": typeof types.WebhookFieldsFragmentDoc,
    "\n  query Webhooks {\n    webhooks {\n      ...WebhookFields\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n": typeof types.WebhooksDocument,
    "\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateWebhookDocument,
    "\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RotateWebhookSecretDocument,
    "\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      webhook {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteWebhookDocument,
    "\n  fragment DeliveryFields on WebhookDelivery {\n    id\n    event\n    occurredAt\n    status\n    attempts\n    attemptedAt\n    nextAttemptAt\n    request\n    responseStatus\n    responseBody\n    problem\n    durationMs\n  }\n": typeof types.DeliveryFieldsFragmentDoc,
    "\n  query WebhookDeliveries($webhookId: ID!, $status: WebhookDeliveryStatus, $first: Int!, $after: String) {\n    webhookDeliveries(webhookId: $webhookId, status: $status, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...DeliveryFields\n        }\n      }\n    }\n  }\n": typeof types.WebhookDeliveriesDocument,
    "\n  mutation SendTestWebhook($id: ID!) {\n    sendTestWebhook(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SendTestWebhookDocument,
    "\n  mutation ResendWebhookDelivery($id: ID!) {\n    resendWebhookDelivery(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResendWebhookDeliveryDocument,
    "\n  mutation ErasePerson($input: ErasePersonInput!) {\n    erasePerson(input: $input) {\n      contacts\n      emails\n      cancelled\n      staysSuppressed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ErasePersonDocument,
    "\n  query WorkspaceDeletion {\n    tenant {\n      id\n      name\n      deletionAt\n    }\n  }\n": typeof types.WorkspaceDeletionDocument,
    "\n  mutation ScheduleWorkspaceDeletion($input: ScheduleWorkspaceDeletionInput!) {\n    scheduleWorkspaceDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ScheduleWorkspaceDeletionDocument,
    "\n  mutation CancelWorkspaceDeletion {\n    cancelWorkspaceDeletion {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CancelWorkspaceDeletionDocument,
    "\n  query ConnectedEmails {\n    mailboxes {\n      id\n      email\n      name\n      signature\n      sendAs {\n        address\n        name\n        kind\n        isDefault\n        canSend\n        problem\n      }\n      maySendShared\n      servers {\n        smtp {\n          ...ServerFields\n        }\n        imap {\n          ...ServerFields\n        }\n        copyToSelf\n        keepsCopy\n        signIn\n      }\n      canEdit\n      provider\n      status\n      statusReason\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      reputation\n      reputationReason\n      level\n      safeSending\n      readsReplies\n      awaitsConsent\n      inboxError\n      inboxUnreadSince\n      unreadMessages\n      bulkSenderWarnings\n      canDisconnect\n      canShare\n      canSend\n      isMine\n      owner {\n        id\n        name\n      }\n      sharedWithEverybody\n      sharedWith {\n        user {\n          id\n          name\n          email\n        }\n        sharedBy\n      }\n      sandbox\n      ...StoppedBy\n      wait {\n        reason\n        text\n        until\n      }\n      trouble {\n        reason\n        detail\n      }\n      caution {\n        since\n        reason\n      }\n    }\n  }\n": typeof types.ConnectedEmailsDocument,
    "\n  query MailboxLanding($id: ID!, $fresh: Boolean) {\n    landing(id: $id, fresh: $fresh) {\n      domain\n      checkedAt\n      findings {\n        code\n        verdict\n        text\n        record {\n          type\n          name\n          value\n        }\n      }\n    }\n  }\n": typeof types.MailboxLandingDocument,
    "\n  query LandingCheck($id: ID!) {\n    landing(id: $id) {\n      check {\n        ...LandingCheckFields\n      }\n    }\n  }\n": typeof types.LandingCheckDocument,
    "\n  fragment LandingCheckFields on LandingCheck {\n    state\n    sentAt\n    error\n    findings {\n      code\n      verdict\n      text\n    }\n  }\n": typeof types.LandingCheckFieldsFragmentDoc,
    "\n  mutation SendLandingCheck($id: ID!) {\n    sendLandingCheck(input: { id: $id }) {\n      landingCheck {\n        ...LandingCheckFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SendLandingCheckDocument,
    "\n  query Colleagues($search: String) {\n    colleagues(search: $search) {\n      id\n      name\n      email\n    }\n  }\n": typeof types.ColleaguesDocument,
    "\n  mutation ShareMailbox($id: ID!, $userIds: [ID!]!, $everybody: Boolean!) {\n    shareMailbox(input: { id: $id, userIds: $userIds, everybody: $everybody }) {\n      mailbox {\n        id\n        canSend\n        sharedWithEverybody\n        sharedWith {\n          user {\n            id\n            name\n            email\n          }\n          sharedBy\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ShareMailboxDocument,
    "\n  mutation UpdateSignature($id: ID!, $signature: String) {\n    updateMailbox(input: { id: $id, signature: $signature }) {\n      mailbox {\n        id\n        signature\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateSignatureDocument,
    "\n  mutation UpdateAddresses($id: ID!, $sharedAddresses: [String!], $refreshAddresses: Boolean) {\n    updateMailbox(input: { id: $id, sharedAddresses: $sharedAddresses, refreshAddresses: $refreshAddresses }) {\n      mailbox {\n        id\n        sendAs {\n          address\n          name\n          kind\n          isDefault\n          canSend\n          problem\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateAddressesDocument,
    "\n  mutation DisconnectMailbox($id: ID!) {\n    disconnectMailbox(input: { id: $id }) {\n      mailbox {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DisconnectMailboxDocument,
    "\n  mutation ProvideMailboxes($input: ProvideMailboxesInput!) {\n    provideMailboxes(input: $input) {\n      results {\n        email\n        state\n      }\n      proof\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ProvideMailboxesDocument,
    "\n  fragment EmailSettingsFields on EmailSettings {\n    ...SettingValues\n    warmupDaysRemaining\n    approvalOff {\n      at\n      askedBy\n      canConfirm\n    }\n    approverCount\n    organisations {\n      domains\n      used\n      limit\n      isAssumed\n    }\n    figuresNow {\n      emailsPerInterval\n      intervalSeconds\n      dailyLimit\n    }\n    planCeilings {\n      count\n      seconds\n    }\n    planInterval {\n      min\n      max\n    }\n    newWorkspaceLimit {\n      perDay\n      heldBack\n      growsAt\n      growsTo\n    }\n  }\n": typeof types.EmailSettingsFieldsFragmentDoc,
    "\n  query EmailSettings {\n    emailSettings {\n      ...EmailSettingsFields\n    }\n  }\n": typeof types.EmailSettingsDocument,
    "\n  mutation UpdateEmailSettings($input: UpdateEmailSettingsInput!) {\n    updateEmailSettings(input: $input) {\n      emailSettings {\n        ...EmailSettingsFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateEmailSettingsDocument,
    "\n  query SheetLinks {\n    sheetLinks {\n      campaign {\n        id\n        name\n      }\n      user {\n        id\n        name\n      }\n      createdAt\n      lastReadAt\n    }\n  }\n": typeof types.SheetLinksDocument,
    "\n  fragment ColleagueFields on User {\n    ...UserFields\n    isActive\n    invitedAt\n  }\n": typeof types.ColleagueFieldsFragmentDoc,
    "\n  query Users($first: Int!, $after: String) {\n    users(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...ColleagueFields\n        }\n      }\n    }\n  }\n": typeof types.UsersDocument,
    "\n  mutation CreateUser($input: CreateUserInput!) {\n    createUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateUserDocument,
    "\n  mutation DeleteUser($id: ID!) {\n    deleteUser(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteUserDocument,
    "\n  mutation InviteUser($input: InviteUserInput!) {\n    inviteUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.InviteUserDocument,
    "\n  mutation ResendInvitation($id: ID!) {\n    resendInvitation(input: { id: $id }) {\n      user {\n        id\n        invitedAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResendInvitationDocument,
    "\n  mutation EndUserSessions($id: ID!) {\n    endUserSessions(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.EndUserSessionsDocument,
    "\n  query FactorRule {\n    tenant {\n      id\n      requiresSecondFactor\n    }\n  }\n": typeof types.FactorRuleDocument,
    "\n  mutation RequireSecondFactor($required: Boolean!) {\n    requireSecondFactor(input: { required: $required }) {\n      tenant {\n        id\n        requiresSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RequireSecondFactorDocument,
    "\n  mutation ResetSecondFactor($id: ID!) {\n    resetSecondFactor(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResetSecondFactorDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ChangePasswordDocument,
    "\n  query Workspace {\n    tenant {\n      id\n      name\n      domain\n      subscriptionTier\n      ...WorkspaceLimits\n      trialEndsAt\n    }\n  }\n": typeof types.WorkspaceDocument,
    "\n  mutation ChangeEmail($input: ChangeEmailInput!) {\n    changeEmail(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ChangeEmailDocument,
    "\n  query OwnSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastUsedAt\n      expiresAt\n      current\n    }\n  }\n": typeof types.OwnSessionsDocument,
    "\n  mutation EndSession($id: ID!) {\n    endSession(input: { id: $id }) {\n      session {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  mutation RemoveIdentity($id: ID!) {\n    removeIdentity(input: { id: $id }) {\n      identity {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveIdentityDocument,
    "\n  query OwnApiKeys {\n    currentUser {\n      id\n      apiKeyCount\n    }\n  }\n": typeof types.OwnApiKeysDocument,
    "\n  fragment PasskeyFields on Passkey {\n    id\n    name\n    addedAt\n    lastUsedAt\n  }\n": typeof types.PasskeyFieldsFragmentDoc,
    "\n  mutation StartPasskey {\n    startPasskey {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.StartPasskeyDocument,
    "\n  mutation AddPasskey($input: AddPasskeyInput!) {\n    addPasskey(input: $input) {\n      recoveryCodes\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AddPasskeyDocument,
    "\n  mutation RenamePasskey($id: ID!, $name: String!) {\n    renamePasskey(input: { id: $id, name: $name }) {\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RenamePasskeyDocument,
    "\n  mutation RemovePasskey($id: ID!) {\n    removePasskey(input: { id: $id }) {\n      passkey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemovePasskeyDocument,
    "\n  query SecondFactor {\n    secondFactor {\n      totpSince\n      recoveryCodesLeft\n      passkeys {\n        ...PasskeyFields\n      }\n    }\n  }\n": typeof types.SecondFactorDocument,
    "\n  mutation StartTotp {\n    startTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.StartTotpDocument,
    "\n  mutation ConfirmTotp($input: ConfirmTotpInput!) {\n    confirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConfirmTotpDocument,
    "\n  mutation RemoveTotp {\n    removeTotp {\n      secondFactor {\n        totpSince\n        recoveryCodesLeft\n        passkeys {\n          ...PasskeyFields\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveTotpDocument,
    "\n  mutation RenewRecoveryCodes {\n    renewRecoveryCodes {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RenewRecoveryCodesDocument,
    "\n  fragment SingleSignOnFields on SingleSignOn {\n    issuer\n    clientId\n    defaultRole\n    roleClaim\n    adminValues\n    required\n    callbackUrl\n    domains {\n      domain\n      record\n      verifiedAt\n    }\n  }\n": typeof types.SingleSignOnFieldsFragmentDoc,
    "\n  query SingleSignOn {\n    singleSignOn {\n      ...SingleSignOnFields\n    }\n  }\n": typeof types.SingleSignOnDocument,
    "\n  mutation UpdateSingleSignOn($input: UpdateSingleSignOnInput!) {\n    updateSingleSignOn(input: $input) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateSingleSignOnDocument,
    "\n  mutation RemoveSingleSignOn {\n    removeSingleSignOn {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveSingleSignOnDocument,
    "\n  mutation AddSsoDomain($domain: String!) {\n    addSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.AddSsoDomainDocument,
    "\n  mutation VerifySsoDomain($domain: String!) {\n    verifySsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.VerifySsoDomainDocument,
    "\n  mutation RemoveSsoDomain($domain: String!) {\n    removeSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveSsoDomainDocument,
    "\n  fragment LinkDomainFields on LinkDomain {\n    host\n    works\n    advice\n    checkedAt\n    cname {\n      name\n      value\n    }\n    txt {\n      name\n      value\n    }\n  }\n": typeof types.LinkDomainFieldsFragmentDoc,
    "\n  query LinkDomain {\n    linkDomain {\n      ...LinkDomainFields\n    }\n  }\n": typeof types.LinkDomainDocument,
    "\n  mutation SetLinkDomain($host: String!) {\n    setLinkDomain(input: { host: $host }) {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SetLinkDomainDocument,
    "\n  mutation CheckLinkDomain {\n    checkLinkDomain {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CheckLinkDomainDocument,
    "\n  mutation RemoveLinkDomain {\n    removeLinkDomain {\n      removed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.RemoveLinkDomainDocument,
    "\n  query Server {\n    server {\n      sandbox\n      sandboxUrl\n    }\n  }\n": typeof types.ServerDocument,
    "\n  query InstallationProblem {\n    server {\n      problem\n    }\n  }\n": typeof types.InstallationProblemDocument,
    "\n  query Plan {\n    tenant {\n      id\n      subscriptionTier\n      planConfirmed\n      awaitsEmailConfirmation\n      deletionAt\n      trialEndsAt\n      ...SendingStopOfTenant\n    }\n  }\n": typeof types.PlanDocument,
    "\n  query PlanUse {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n    }\n  }\n": typeof types.PlanUseDocument,
    "\n  query Find($search: String!, $first: Int!) {\n    campaigns(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n          status\n        }\n      }\n    }\n    contacts(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n    templates(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.FindDocument,
    "\n  fragment TemplateFields on Template {\n    id\n    name\n    subject\n    content\n    htmlTemplate\n    preview\n    createdAt\n  }\n": typeof types.TemplateFieldsFragmentDoc,
    "\n  query Templates($first: Int!, $after: String) {\n    templates(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TemplateFields\n        }\n      }\n    }\n  }\n": typeof types.TemplatesDocument,
    "\n  query TemplateTotal {\n    templates(first: 1) {\n      totalCount\n    }\n  }\n": typeof types.TemplateTotalDocument,
    "\n  query Template($id: ID!) {\n    node(id: $id) {\n      ... on Template {\n        ...TemplateFields\n      }\n    }\n  }\n": typeof types.TemplateDocument,
    "\n  mutation CreateTemplate($input: CreateTemplateInput!) {\n    createTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateTemplateDocument,
    "\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateTemplateDocument,
    "\n  mutation DeleteTemplate($id: ID!) {\n    deleteTemplate(input: { id: $id }) {\n      template {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeleteTemplateDocument,
    "\n  query SuperAdmin {\n    superAdmin {\n      id\n      name\n      username\n      mustSetUpSecondFactor\n    }\n  }\n": typeof types.SuperAdminDocument,
    "\n  mutation SuperAdminLogin($input: SuperAdminLoginInput!) {\n    superAdminLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SuperAdminLoginDocument,
    "\n  mutation SuperAdminFinishLogin($input: SuperAdminFinishLoginInput!) {\n    superAdminFinishLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SuperAdminFinishLoginDocument,
    "\n  mutation SuperAdminStartTotp {\n    superAdminStartTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SuperAdminStartTotpDocument,
    "\n  mutation SuperAdminConfirmTotp($input: SuperAdminConfirmTotpInput!) {\n    superAdminConfirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SuperAdminConfirmTotpDocument,
    "\n  mutation SuperAdminLogout {\n    superAdminLogout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SuperAdminLogoutDocument,
    "\n  mutation SuperAdminConfirmPassword($input: SuperAdminConfirmPasswordInput!) {\n    superAdminConfirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.SuperAdminConfirmPasswordDocument,
    "\n  fragment WorkspaceLimits on Tenant {\n    maxUsers\n    maxContacts\n    maxCampaigns\n  }\n": typeof types.WorkspaceLimitsFragmentDoc,
    "\n  fragment TenantFields on Tenant {\n    id\n    slug\n    name\n    domain\n    subscriptionTier\n    planConfirmed\n    ...WorkspaceLimits\n    isActive\n    newWorkspaceLimits\n    deletionAt\n    trialEndsAt\n    createdAt\n    features {\n      htmlBuilder\n      abTesting\n      attachments\n      tracking\n      apiAccess\n      warmup\n    }\n  }\n": typeof types.TenantFieldsFragmentDoc,
    "\n  query UpgradeRequests {\n    tenants(first: 50, filter: { upgradeRequested: true }) {\n      edges {\n        node {\n          id\n          name\n          subscriptionTier\n          upgradeRequest {\n            subscriptionTier\n            note\n            requestedAt\n          }\n        }\n      }\n    }\n  }\n": typeof types.UpgradeRequestsDocument,
    "\n  mutation DeclineUpgrade($id: ID!) {\n    declineUpgrade(input: { id: $id }) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.DeclineUpgradeDocument,
    "\n  query Tenants($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantFields\n        }\n      }\n    }\n  }\n": typeof types.TenantsDocument,
    "\n  query TenantTotal($filter: TenantFilter) {\n    tenants(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": typeof types.TenantTotalDocument,
    "\n  fragment TenantSendingFields on Tenant {\n    id\n    slug\n    name\n    isActive\n    outcomes {\n      days\n      sent\n      bounced\n      complained\n      unsubscribed\n    }\n  }\n": typeof types.TenantSendingFieldsFragmentDoc,
    "\n  query TenantSending($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantSendingFields\n        }\n      }\n    }\n  }\n": typeof types.TenantSendingDocument,
    "\n  mutation CreateTenant($input: CreateTenantInput!) {\n    createTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateTenantDocument,
    "\n  mutation UpdateTenant($input: UpdateTenantInput!) {\n    updateTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.UpdateTenantDocument,
    "\n  mutation ConfirmPlan($id: ID!) {\n    confirmPlan(input: { id: $id }) {\n      tenant {\n        id\n        planConfirmed\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ConfirmPlanDocument,
    "\n  mutation ScheduleTenantDeletion($input: ScheduleTenantDeletionInput!) {\n    scheduleTenantDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ScheduleTenantDeletionDocument,
    "\n  mutation CancelTenantDeletion($id: ID!) {\n    cancelTenantDeletion(input: { id: $id }) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CancelTenantDeletionDocument,
    "\n  fragment TenantUserFields on TenantUser {\n    id\n    username\n    email\n    name\n    role\n    isActive\n    createdAt\n  }\n": typeof types.TenantUserFieldsFragmentDoc,
    "\n  query TenantUsers($tenantId: ID!, $first: Int!, $after: String) {\n    tenantUsers(tenantId: $tenantId, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantUserFields\n        }\n      }\n    }\n  }\n": typeof types.TenantUsersDocument,
    "\n  query TenantUserTotal($tenantId: ID!) {\n    tenantUsers(tenantId: $tenantId, first: 1) {\n      totalCount\n    }\n  }\n": typeof types.TenantUserTotalDocument,
    "\n  mutation ResetTenantUserFactor($tenantId: ID!, $id: ID!) {\n    resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) {\n      tenantUser {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.ResetTenantUserFactorDocument,
    "\n  mutation CreateTenantUser($input: CreateTenantUserInput!) {\n    createTenantUser(input: $input) {\n      tenantUser {\n        ...TenantUserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": typeof types.CreateTenantUserDocument,
    "\n  query Installation {\n    installation {\n      providers {\n        provider\n        client\n        redirectUrl\n        redirectProblem\n        lastReturnAt\n        mailboxes\n        working\n        longestWorked\n        medianWorked\n        lost\n        medianLost\n        verification {\n          tone\n          text\n        }\n        quota {\n          perUserMinute\n          perMinute\n          perDay\n          isScaled\n        }\n        breaks\n      }\n      timeZoneData {\n        release\n        releasedOn\n        isOutdated\n      }\n    }\n  }\n": typeof types.InstallationDocument,
    "\n  query RefusedRegistrations {\n    refusedRegistrations {\n      provider\n      since\n      detail\n    }\n  }\n": typeof types.RefusedRegistrationsDocument,
    "fragment SettingValues on EmailSettings { emailsPerInterval intervalSeconds dailyLimit enableThrottling warmupMode sendWindow { days from to timeZone } canaryPercent slowDownUnwelcome undoSeconds sendAgainInDoubt organisationLicences organisationLimit organisationHeadroom tracking language companyName postalAddress brandKit { logo colors headingFont bodyFont } topics { id name description } contentsKeptDays recipientsKeptDays collisionDays weeklyCeiling launchApproval agentsReadGmailReplies }": typeof types.SettingValuesFragmentDoc,
};
const documents: Documents = {
    "\n  fragment UserFields on User {\n    id\n    name\n    email\n    username\n    role\n    createdAt\n    emailConfirmed\n    hasPassword\n    mustSetUpSecondFactor\n    connectedProviders\n  }\n": types.UserFieldsFragmentDoc,
    "\n  query CurrentUser {\n    currentUser {\n      ...UserFields\n    }\n  }\n": types.CurrentUserDocument,
    "\n  query Registration {\n    server {\n      registration\n      systemEmails\n    }\n  }\n": types.RegistrationDocument,
    "\n  mutation ResendEmailConfirmation {\n    resendEmailConfirmation {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResendEmailConfirmationDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      user {\n        id\n        username\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RegisterDocument,
    "\n  mutation Logout {\n    logout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.LogoutDocument,
    "\n  query OwnIdentities {\n    identities {\n      id\n      provider\n      label\n      addedAt\n      lastUsedAt\n    }\n  }\n": types.OwnIdentitiesDocument,
    "\n  query ConfirmationWays {\n    confirmationWays\n  }\n": types.ConfirmationWaysDocument,
    "\n  mutation StartPasskeyConfirmation {\n    startPasskeyConfirmation {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.StartPasskeyConfirmationDocument,
    "\n  mutation ConfirmWithPasskey($input: ConfirmWithPasskeyInput!) {\n    confirmWithPasskey(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConfirmWithPasskeyDocument,
    "\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConfirmPasswordDocument,
    "\n  mutation FinishLogin($input: FinishLoginInput!) {\n    finishLogin(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.FinishLoginDocument,
    "\n  mutation StartPasskeyLogin {\n    startPasskeyLogin {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.StartPasskeyLoginDocument,
    "\n  mutation LoginWithPasskey($input: LoginWithPasskeyInput!) {\n    loginWithPasskey(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.LoginWithPasskeyDocument,
    "\n  query EmailedLink($token: String!) {\n    accountLink(token: $token) {\n      kind\n      email\n      expiresAt\n      workspace\n      username\n      name\n    }\n  }\n": types.EmailedLinkDocument,
    "\n  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {\n    requestPasswordReset(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RequestPasswordResetDocument,
    "\n  mutation ResetPassword($input: ResetPasswordInput!) {\n    resetPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResetPasswordDocument,
    "\n  mutation ConfirmEmail($token: String!) {\n    confirmEmail(input: { token: $token }) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConfirmEmailDocument,
    "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AcceptInvitationDocument,
    "\n  fragment AuditEventFields on AuditEvent {\n    id\n    at\n    actor\n    actorName\n    address\n    userAgent\n    action\n    targetLabel\n    changes {\n      field\n      from\n      to\n    }\n  }\n": types.AuditEventFieldsFragmentDoc,
    "\n  query Activity($first: Int!, $after: String, $filter: AuditFilter) {\n    auditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n": types.ActivityDocument,
    "\n  query ActivityTotal($filter: AuditFilter) {\n    auditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": types.ActivityTotalDocument,
    "\n  query InstallationActivity($first: Int!, $after: String, $filter: InstallationAuditFilter) {\n    installationAuditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n": types.InstallationActivityDocument,
    "\n  query InstallationActivityTotal($filter: InstallationAuditFilter) {\n    installationAuditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": types.InstallationActivityTotalDocument,
    "\n  query Welcomes {\n    welcomes {\n      topicId\n      topic {\n        id\n        name\n      }\n      mailbox {\n        id\n        email\n      }\n      sent\n      positive\n      left\n      choseLess\n      paused\n      complained\n    }\n  }\n": types.WelcomesDocument,
    "\n  query PreviewContacts($first: Int!, $filter: ContactFilter) {\n    contacts(first: $first, filter: $filter) {\n      edges {\n        node {\n          id\n          tags\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n      }\n    }\n  }\n": types.PreviewContactsDocument,
    "\n  query RenderMail($input: MailInput!) {\n    previewMail(input: $input) {\n      htmlForDisplay\n      text\n    }\n  }\n": types.RenderMailDocument,
    "\n  query BuilderFeature {\n    tenant {\n      id\n      features {\n        htmlBuilder\n      }\n    }\n  }\n": types.BuilderFeatureDocument,
    "\n  query BrandKit {\n    emailSettings {\n      brandKit {\n        logo\n        colors\n        headingFont\n        bodyFont\n      }\n      companyName\n      postalAddress\n    }\n  }\n": types.BrandKitDocument,
    "\n  fragment SavedBlockLine on SavedBlock {\n    id\n    name\n    elements\n    updatedAt\n  }\n": types.SavedBlockLineFragmentDoc,
    "\n  query SavedBlocks {\n    savedBlocks {\n      ...SavedBlockLine\n    }\n  }\n": types.SavedBlocksDocument,
    "\n  mutation CreateSavedBlock($input: CreateSavedBlockInput!) {\n    createSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateSavedBlockDocument,
    "\n  mutation UpdateSavedBlock($input: UpdateSavedBlockInput!) {\n    updateSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      templates\n      drafts\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateSavedBlockDocument,
    "\n  query SavedBlockUses($id: ID!) {\n    node(id: $id) {\n      ... on SavedBlock {\n        id\n        uses {\n          templates\n          drafts\n          names\n        }\n      }\n    }\n  }\n": types.SavedBlockUsesDocument,
    "\n  mutation DeleteSavedBlock($id: ID!) {\n    deleteSavedBlock(input: { id: $id }) {\n      savedBlock {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteSavedBlockDocument,
    "\n  fragment EmailLogRow on EmailLog {\n    id\n    contactId\n    contactName\n    contactEmail\n    status\n    variant\n    untracked\n    sentAt\n    deliveredAt\n    openedAt\n    machineOpenedAt\n    clickedAt\n    repliedAt\n    awayUntil\n    awayDateGiven\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    timeZone\n    utcOffset\n    waitsUntil\n    error\n    failure {\n      message\n      howToFix\n    }\n  }\n": types.EmailLogRowFragmentDoc,
    "\n  query EmailLogs($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: $first, after: $after, filter: $filter) {\n        edges {\n          cursor\n          node {\n            ...EmailLogRow\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": types.EmailLogsDocument,
    "\n  query EmailLogTotal($id: ID!, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: 1, filter: $filter) {\n        totalCount\n      }\n    }\n  }\n": types.EmailLogTotalDocument,
    "\n  query EmailLogsAgain($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      id\n      ...EmailLogRow\n    }\n  }\n": types.EmailLogsAgainDocument,
    "\n  mutation StopFollowUps($input: StopFollowUpsInput!) {\n    stopFollowUps(input: $input) {\n      stopped\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.StopFollowUpsDocument,
    "\n  query RecipientEvents($id: ID!) {\n    node(id: $id) {\n      id\n      ... on EmailLog {\n        ...EmailLogRow\n        events {\n          kind\n          at\n          machine\n          url\n          detail\n        }\n        campaign {\n          id\n          status\n          followUps {\n            step\n            condition\n            link\n          }\n        }\n        nextFollowUp {\n          state\n          step\n          at\n          isAway\n          isAtCeiling\n          reason\n        }\n        followUpEmails {\n          id\n          status\n          sentAt\n          error\n          failure {\n            message\n            howToFix\n          }\n          events {\n            kind\n            at\n            machine\n            url\n            detail\n          }\n        }\n      }\n    }\n  }\n": types.RecipientEventsDocument,
    "\n  query SheetLink($id: ID!) {\n    campaign(id: $id) {\n      ...SheetLinkOfCampaign\n    }\n  }\n\n  fragment SheetLinkOfCampaign on Campaign {\n    id\n    sheetLink {\n      createdAt\n      lastReadAt\n      expiresAt\n    }\n  }\n": types.SheetLinkDocument,
    "\n  mutation CreateSheetLink($id: ID!) {\n    createSheetLink(input: { id: $id }) {\n      url\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateSheetLinkDocument,
    "\n  mutation RevokeSheetLink($id: ID!) {\n    revokeSheetLink(input: { id: $id }) {\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RevokeSheetLinkDocument,
    "\n  query CampaignApproval($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      status\n      totalContacts\n      leftOutCount\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      filePattern\n      followUps {\n        step\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      attachments {\n        id\n        name\n        size\n      }\n      approval {\n        request\n        status\n        requestedBy\n        requestedAt\n        note\n        mailboxes {\n          id\n          email\n        }\n        scheduledAt\n        localTimeZone\n        undoSeconds\n        exceedCeiling\n        changed\n        decidedBy\n        decidedAt\n        reason\n        canDecide\n        canWithdraw\n      }\n    }\n  }\n": types.CampaignApprovalDocument,
    "\n  mutation RequestApproval($input: RequestApprovalInput!) {\n    requestApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RequestApprovalDocument,
    "\n  mutation DecideApproval($input: DecideApprovalInput!) {\n    decideApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DecideApprovalDocument,
    "\n  query AwaitingMe($filter: CampaignFilter!) {\n    campaigns(first: 3, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          approval {\n            requestedBy\n          }\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.AwaitingMeDocument,
    "\n  mutation ChooseAbWinner($id: ID!, $winner: Variant!) {\n    chooseAbWinner(input: { id: $id, winner: $winner }) {\n      campaign {\n        ...CampaignCard\n        ...AbTest\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ChooseAbWinnerDocument,
    "\n  mutation DuplicateCampaign($id: ID!) {\n    duplicateCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DuplicateCampaignDocument,
    "\n  mutation SendCampaign($input: SendCampaignInput!) {\n    sendCampaign(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SendCampaignDocument,
    "\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.PauseCampaignDocument,
    "\n  mutation ResumeCampaign($id: ID!, $mailboxIds: [ID!]) {\n    resumeCampaign(input: { id: $id, mailboxIds: $mailboxIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResumeCampaignDocument,
    "\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CancelCampaignDocument,
    "\n  mutation UndoLaunch($id: ID!) {\n    cancelCampaign(input: { id: $id, onlyIfUnsent: true }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UndoLaunchDocument,
    "\n  mutation SendToFailed($id: ID!, $emailLogIds: [ID!]) {\n    sendToFailed(input: { id: $id, emailLogIds: $emailLogIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SendToFailedDocument,
    "\n  mutation DeleteCampaign($id: ID!) {\n    deleteCampaign(input: { id: $id }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteCampaignDocument,
    "\n  fragment SavedDraft on Campaign {\n    ...CampaignCard\n    attachments {\n      id\n      name\n      size\n      document\n      hasMergeTags\n    }\n  }\n": types.SavedDraftFragmentDoc,
    "\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateCampaignDocument,
    "\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateCampaignDocument,
    "\n  query CampaignDraft($id: ID!) {\n    campaign(id: $id) {\n      id\n      status\n      name\n      subject\n      content\n      fromName\n      fromAddress\n      replyTo\n      cc\n      bcc\n      useHtmlBuilder\n      htmlTemplate\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      followUps {\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      language\n      topicId\n      tracking\n      trackOpens\n      trackClicks\n      totalContacts\n      attachments {\n        id\n        name\n        contentType\n        size\n        document\n        hasMergeTags\n      }\n    }\n  }\n": types.CampaignDraftDocument,
    "\n  query CampaignRecipientIds($id: ID!) {\n    campaign(id: $id) {\n      id\n      selectedContactIds\n    }\n  }\n": types.CampaignRecipientIdsDocument,
    "\n  query AudienceContacts($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.AudienceContactsDocument,
    "\n  query DraftRepeat($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeat {\n        isOn\n        kind\n        label\n        segmentId\n        segment {\n          id\n          name\n        }\n        field\n        offsetDays\n        isYearly\n        dayOfMonth\n        nextRunAt\n      }\n    }\n  }\n": types.DraftRepeatDocument,
    "\n  query DraftSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      emailsPer\n      sheet {\n        id\n        name\n        columns\n        rowCount\n        personCount\n      }\n    }\n  }\n": types.DraftSheetDocument,
    "\n  query FirstRows($id: ID!) {\n    sheetRows(id: $id, first: 20) {\n      row\n      cells {\n        name\n        value\n      }\n    }\n  }\n": types.FirstRowsDocument,
    "\n  mutation ChooseEmailsPer($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        emailsPer\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ChooseEmailsPerDocument,
    "\n  fragment FileTags on Attachment {\n    id\n    hasMergeTags\n  }\n": types.FileTagsFragmentDoc,
    "\n  query MakesPdfs {\n    server {\n      makesPdfs\n    }\n  }\n": types.MakesPdfsDocument,
    "\n  query SendMailboxes {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      isMine\n      isDefault\n      canSend\n      level\n      readsReplies\n      owner {\n        id\n        name\n      }\n      sandbox\n    }\n  }\n": types.SendMailboxesDocument,
    "\n  query CampaignMailboxes($id: ID!) {\n    campaign(id: $id) {\n      id\n      mailboxes {\n        id\n        email\n        provider\n        status\n        isMine\n        owner {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.CampaignMailboxesDocument,
    "\n  query HasFollowUps($id: ID!) {\n    campaign(id: $id) {\n      id\n      followUps {\n        step\n      }\n    }\n  }\n": types.HasFollowUpsDocument,
    "\n  query LaunchForecast($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) {\n      recipients\n      startsAt\n      finishesAt\n      waves {\n        timeZone\n        utcOffset\n        doubts {\n          text\n          timeZones\n          recipients\n        }\n        recipients\n        at\n        leavesAt\n      }\n      suppressed\n      declined\n      overCeiling\n      awaitWinner\n      decidesAt\n      followUps\n      lastFollowUpAt\n    }\n  }\n": types.LaunchForecastDocument,
    "\n  query CampaignConditions($id: ID!) {\n    campaignConditions(id: $id) {\n      text\n      count\n      total\n    }\n  }\n": types.CampaignConditionsDocument,
    "\n  query CampaignProblems($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime) {\n    campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {\n      code\n      severity\n      message\n      count\n      contacts {\n        id\n        firstName\n        lastName\n        email\n      }\n      finishesAt\n    }\n  }\n": types.CampaignProblemsDocument,
    "\n  mutation SendTestMail($input: SendTestMailInput!) {\n    sendTestMail(input: $input) {\n      testMail {\n        email\n        sent\n        failure {\n          message\n          howToFix\n        }\n        others {\n          email\n          sent\n          failure {\n            message\n            howToFix\n          }\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SendTestMailDocument,
    "\n  query RecipientFiles($id: ID!, $only: RecipientFileProblem) {\n    campaign(id: $id) {\n      id\n      filePattern\n      filesKeptDays\n    }\n    recipientFilePlan(id: $id, only: $only) {\n      recipients\n      missing\n      doubtful\n      shared\n      fileCount\n      bytes\n      unusedCount\n      unused {\n        id\n        name\n      }\n      rowCount\n      rows {\n        contactId\n        name\n        email\n        wanted\n        problem\n        sharedWith\n        files {\n          id\n          name\n          size\n        }\n      }\n    }\n  }\n": types.RecipientFilesDocument,
    "\n  mutation SetTrackOpens($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        trackOpens\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SetTrackOpensDocument,
    "\n  mutation SetFilePattern($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        filePattern\n        filesKeptDays\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SetFilePatternDocument,
    "\n  mutation AddRecipientFiles($input: AddRecipientFilesInput!) {\n    addRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AddRecipientFilesDocument,
    "\n  mutation RemoveRecipientFiles($input: RemoveRecipientFilesInput!) {\n    removeRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveRecipientFilesDocument,
    "\n  query UndoTime {\n    emailSettings {\n      undoSeconds\n      launchApproval\n    }\n  }\n": types.UndoTimeDocument,
    "\n  query MergeSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      status\n      subject\n      content\n      useHtmlBuilder\n      language\n      emailsPer\n      totalContacts\n      attachments {\n        id\n        name\n        document\n      }\n      sheet {\n        ...ConnectedSheet\n      }\n    }\n  }\n": types.MergeSheetDocument,
    "\n  fragment RowEmail on EmailLog {\n    id\n    sentAt\n    openedAt\n    clickedAt\n    repliedAt\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    error\n  }\n": types.RowEmailFragmentDoc,
    "\n  query MergeSheetRows(\n    $id: ID!\n    $first: Int!\n    $after: Int\n    $isLaunched: Boolean!\n    $about: ID!\n    $campaignId: ID\n    $filter: EmailLogFilter\n  ) {\n    sheetRows(id: $id, first: $first, after: $after, campaignId: $campaignId, filter: $filter) {\n      row\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      cells {\n        name\n        value\n      }\n      ownCells(campaignId: $about) {\n        name\n        value\n      }\n      email(campaignId: $about) @include(if: $isLaunched) {\n        ...RowEmail\n      }\n    }\n  }\n": types.MergeSheetRowsDocument,
    "\n  query DraftPeople($id: ID!, $first: Int!, $after: String) {\n    campaign(id: $id) {\n      id\n      selectedContacts(first: $first, after: $after) {\n        nodes {\n          id\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": types.DraftPeopleDocument,
    "\n  query RowContact($id: ID!) {\n    contact(id: $id) {\n      id\n      serialNumber\n      fields {\n        name\n        value\n      }\n    }\n  }\n": types.RowContactDocument,
    "\n  mutation SetRowCells($input: SetRowCellsInput!) {\n    setRowCells(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SetRowCellsDocument,
    "\n  mutation SaveSheetEmail($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        subject\n        content\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SaveSheetEmailDocument,
    "\n  query NewestDrafts($filter: CampaignFilter!) {\n    campaigns(first: 10, filter: $filter) {\n      nodes {\n        id\n        subject\n        content\n        useHtmlBuilder\n        sheet {\n          id\n        }\n      }\n    }\n  }\n": types.NewestDraftsDocument,
    "\n  mutation CreateMergeDraft($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateMergeDraftDocument,
    "\n  fragment CampaignCard on Campaign {\n    id\n    name\n    subject\n    status\n    statusReason\n    statusText\n    resumesAt\n    finishesAt\n    scheduledAt\n    undoSecondsLeft\n    totalContacts\n    approval {\n      status\n      canDecide\n    }\n    sentCount\n    failedCount\n    leftOutCount\n    repeatableCount\n    openedCount\n    clickedCount\n    createdAt\n    startedAt\n    sentAt\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dayOfMonth\n      nextRunAt\n      offBecause\n      runCount\n      sentCount\n    }\n    repeatOf {\n      id\n    }\n  }\n": types.CampaignCardFragmentDoc,
    "\n  fragment CampaignFigures on Campaign {\n    ...CampaignCard\n    pendingCount\n    deliveredCount\n    machineOpenedCount\n    bouncedCount\n    repliedCount\n    awayCount\n    unsubscribedCount\n    openRate\n    clickRate\n    opensTracked\n    clicksTracked\n    trackOpens\n    trackClicks\n    counts {\n      opens\n      clicks\n      machineOpens\n      machineClicks\n    }\n    successRate\n    isAbTest\n    mailboxes {\n      id\n      email\n      level\n      readsReplies\n      inboxError\n      inboxUnreadSince\n      wait {\n        reason\n        text\n        until\n      }\n    }\n  }\n": types.CampaignFiguresFragmentDoc,
    "\n  fragment CampaignSteps on Campaign {\n    replyMailboxes {\n      id\n      email\n      level\n      readsReplies\n    }\n    followingSince\n    localTimeZone\n    followUps {\n      step\n      waitDays\n      timeOfDay\n      timeZone\n      condition\n      link\n      subject\n      attachesFiles\n      totalContacts\n      sentCount\n      pendingCount\n      failedCount\n      openedCount\n      clickedCount\n      repliedCount\n      unsubscribedCount\n    }\n  }\n": types.CampaignStepsFragmentDoc,
    "\n  fragment CampaignDetails on Campaign {\n    ...CampaignFigures\n    sheet {\n      id\n    }\n    mailboxes {\n      id\n      isMine\n      owner {\n        id\n        name\n      }\n    }\n    attachments {\n      id\n      name\n      size\n    }\n    ...CampaignSteps\n  }\n": types.CampaignDetailsFragmentDoc,
    "\n  query Campaigns($first: Int!, $after: String) {\n    campaigns(first: $first, after: $after, filter: { runs: false }) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.CampaignsDocument,
    "\n  query FoundCampaigns($first: Int!, $after: String, $filter: CampaignFilter!) {\n    campaigns(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.FoundCampaignsDocument,
    "\n  query CampaignTotal($filter: CampaignFilter!) {\n    campaigns(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": types.CampaignTotalDocument,
    "\n  query CampaignsUnderWay($filter: CampaignFilter!) {\n    campaigns(first: 500, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n    }\n  }\n": types.CampaignsUnderWayDocument,
    "\n  query CampaignsById($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Campaign {\n        ...CampaignCard\n      }\n    }\n  }\n": types.CampaignsByIdDocument,
    "\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      ...CampaignDetails\n    }\n  }\n": types.CampaignDocument,
    "\n  fragment AbTest on Campaign {\n    id\n    abWinnerMetric\n    abWaitHours\n    abResults {\n      winner\n      text\n      waitingCount\n      decidesAt\n      decision {\n        winner\n        reason\n        metric\n        at\n        variants {\n          name\n          sent\n          opened\n          clicked\n          replied\n        }\n      }\n      variants {\n        name\n        subject\n        sent\n        opened\n        openRate\n        clicked\n        clickRate\n        replied\n        counts {\n          opens\n          clicks\n        }\n      }\n    }\n  }\n": types.AbTestFragmentDoc,
    "\n  query CampaignResponse($id: ID!) {\n    campaign(id: $id) {\n      id\n      welcome {\n        positive\n        choseLess\n        paused\n        complained\n      }\n      timeline {\n        bucketSeconds\n        points {\n          at\n          sent\n          opened\n          machineOpened\n          clicked\n        }\n      }\n      links {\n        url\n        people\n        clicks\n        machineClicks\n      }\n      ...AbTest\n    }\n  }\n": types.CampaignResponseDocument,
    "\n  query CampaignContent($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      content\n      useHtmlBuilder\n      htmlTemplate\n      emailsPer\n      sheet {\n        id\n      }\n      attachments {\n        id\n        name\n        document\n      }\n    }\n  }\n": types.CampaignContentDocument,
    "\n  subscription CampaignsChanged {\n    campaignsChanged {\n      campaigns {\n        ...CampaignCard\n      }\n      removed\n      tenant {\n        ...SendingStopOfTenant\n      }\n    }\n  }\n": types.CampaignsChangedDocument,
    "\n  subscription CampaignTouched($id: ID!) {\n    campaignProgress(id: $id) {\n      id\n    }\n  }\n": types.CampaignTouchedDocument,
    "\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      ...CampaignFigures\n      ...CampaignSteps\n    }\n  }\n": types.CampaignProgressDocument,
    "\n  query LaunchedBy($id: ID!) {\n    campaign(id: $id) {\n      id\n      launchedBy {\n        id\n        name\n      }\n    }\n  }\n": types.LaunchedByDocument,
    "\n  query WorkspaceFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        warmup\n      }\n    }\n  }\n": types.WorkspaceFeaturesDocument,
    "\n  query WorkspaceTracking {\n    emailSettings {\n      tracking\n    }\n  }\n": types.WorkspaceTrackingDocument,
    "\n  query RepeatableCount($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeatableCount\n    }\n  }\n": types.RepeatableCountDocument,
    "\n  query Topics {\n    emailSettings {\n      topics {\n        id\n        name\n      }\n    }\n  }\n": types.TopicsDocument,
    "\n  query WorkspaceLanguage {\n    emailSettings {\n      language\n    }\n  }\n": types.WorkspaceLanguageDocument,
    "\n  query PreviewMail($input: MailInput!) {\n    previewMail(input: $input) {\n      from {\n        name\n        address\n      }\n      to {\n        name\n        address\n      }\n      replyTo {\n        name\n        address\n      }\n      cc {\n        name\n        address\n      }\n      bcc {\n        name\n        address\n      }\n      subject\n      htmlForDisplay\n      attachments {\n        name\n        size\n        inline\n        isDocument\n        problem\n      }\n      size\n    }\n  }\n": types.PreviewMailDocument,
    "\n  query PreviewDocuments($input: MailInput!) {\n    previewMail(input: $input) {\n      attachments {\n        name\n        contentType\n        isDocument\n        problem\n        contentBytes\n      }\n    }\n  }\n": types.PreviewDocumentsDocument,
    "\n  query PreviewRecipient($campaignId: ID!, $after: ID, $before: ID, $contactId: ID, $search: String, $hasGap: Boolean) {\n    previewRecipient(\n      campaignId: $campaignId\n      after: $after\n      before: $before\n      contactId: $contactId\n      search: $search\n      hasGap: $hasGap\n    ) {\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      position\n      total\n      gaps\n    }\n  }\n": types.PreviewRecipientDocument,
    "\n  query Rehearsal($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        status\n        error\n        reportedAt\n        changed(mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone)\n        task {\n          ...TaskRow\n        }\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n": types.RehearsalDocument,
    "\n  query LaunchedRehearsal($id: ID!) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        reportedAt\n        changed\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n": types.LaunchedRehearsalDocument,
    "\n  fragment RehearsalReportFields on RehearsalReport {\n    recipients\n    emails\n    startsAt\n    finishesAt\n    decidesAt\n    followUps {\n      step\n      firstAt\n      lastAt\n    }\n    localTimeZone\n    waves {\n      timeZone\n      utcOffset\n      doubts {\n        text\n        timeZones\n        recipients\n      }\n      recipients\n      at\n      leavesAt\n    }\n    limits {\n      reason\n      message\n    }\n    largestBytes\n    findings {\n      code\n      section\n      message\n      count\n      tag\n      examples {\n        contactId\n        contact {\n          id\n          firstName\n          lastName\n          email\n        }\n        other {\n          id\n          email\n        }\n        meantDomain\n        campaign {\n          id\n          name\n        }\n        sentBy\n        sentAt\n        awayUntil\n        awayDateGiven\n        reason\n      }\n    }\n  }\n": types.RehearsalReportFieldsFragmentDoc,
    "\n  mutation RehearseCampaign($input: RehearseCampaignInput!) {\n    rehearseCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RehearseCampaignDocument,
    "\n  fragment RepeatOfCampaign on Campaign {\n    id\n    name\n    subject\n    status\n    sheet {\n      id\n      source {\n        kind\n      }\n    }\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dateOrder\n      dayOfMonth\n      timeOfDay\n      timeZone\n      onWorkingDays\n      includesExisting\n      mailboxes {\n        id\n        email\n      }\n      nextRunAt\n      lastRunAt\n      offBecause\n      offAt\n      skippedCount\n      skippedAt\n      runCount\n      sentCount\n    }\n  }\n": types.RepeatOfCampaignFragmentDoc,
    "\n  query CampaignRepeat($id: ID!) {\n    campaign(id: $id) {\n      ...RepeatOfCampaign\n    }\n  }\n": types.CampaignRepeatDocument,
    "\n  query RepeatPreview($id: ID!, $rule: RepeatRuleInput!) {\n    campaign(id: $id) {\n      id\n      repeatPreview(rule: $rule) {\n        runsAt\n        recipients\n        suppressed\n        overCeiling\n        unreadable\n        examples {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n  }\n": types.RepeatPreviewDocument,
    "\n  mutation RepeatCampaign($input: RepeatCampaignInput!) {\n    repeatCampaign(input: $input) {\n      campaign {\n        ...RepeatOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RepeatCampaignDocument,
    "\n  query CampaignRuns($id: ID!, $first: Int!, $after: String) {\n    campaigns(filter: { repeatOf: $id }, first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          status\n          statusReason\n          undoSecondsLeft\n          scheduledAt\n          totalContacts\n          sentCount\n          failedCount\n          leftOutCount\n          openedCount\n          repliedCount\n          createdAt\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.CampaignRunsDocument,
    "\n  fragment SendingStopOfTenant on Tenant {\n    id\n    sendingStop {\n      stoppedAt\n      stoppedBy\n      inFlight\n      leftAfter\n      overdue\n    }\n  }\n": types.SendingStopOfTenantFragmentDoc,
    "\n  query RepeatingCampaigns {\n    campaigns(first: 20, filter: { repeats: true }) {\n      edges {\n        cursor\n        node {\n          id\n          status\n          repeat {\n            isOn\n          }\n        }\n      }\n    }\n  }\n": types.RepeatingCampaignsDocument,
    "\n  mutation StopAll {\n    stopAllSending {\n      sendingStop {\n        stoppedAt\n        stoppedBy\n        inFlight\n        leftAfter\n        overdue\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.StopAllDocument,
    "\n  mutation ResumeAll {\n    resumeAllSending(input: {}) {\n      tenant {\n        ...SendingStopOfTenant\n      }\n      paused {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResumeAllDocument,
    "\n  fragment StoppedBy on Mailbox {\n    id\n    email\n    isMine\n    owner {\n      id\n      name\n    }\n    stoppedCampaigns\n  }\n": types.StoppedByFragmentDoc,
    "\n  query StoppedCampaigns {\n    mailboxes {\n      ...StoppedBy\n    }\n  }\n": types.StoppedCampaignsDocument,
    "\n  mutation ResumeStopped($mailboxId: ID!) {\n    resumeStoppedCampaigns(input: { mailboxId: $mailboxId }) {\n      mailbox {\n        ...StoppedBy\n      }\n      resumed {\n        ...CampaignCard\n      }\n      refused {\n        campaignId\n        name\n        message\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResumeStoppedDocument,
    "\n  fragment UncertainEmail on EmailLog {\n    id\n    contactName\n    contactEmail\n    status\n    attemptedAt\n    error\n    campaign {\n      id\n      name\n      status\n    }\n    mailbox {\n      id\n      email\n    }\n  }\n": types.UncertainEmailFragmentDoc,
    "\n  query UncertainEmails($first: Int!, $after: String) {\n    uncertainEmails(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...UncertainEmail\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.UncertainEmailsDocument,
    "\n  query UncertainCount {\n    uncertainEmails(first: 1) {\n      totalCount\n    }\n  }\n": types.UncertainCountDocument,
    "\n  mutation AskMailbox($ids: [ID!]!) {\n    askMailbox(input: { emailLogIds: $ids }) {\n      askedEmails {\n        answer\n        emailLog {\n          ...UncertainEmail\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AskMailboxDocument,
    "\n  mutation ConfirmArrived($ids: [ID!]!) {\n    confirmArrived(input: { emailLogIds: $ids }) {\n      emailLogs {\n        ...UncertainEmail\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConfirmArrivedDocument,
    "\n  query SessionCheck {\n    tenant {\n      id\n    }\n  }\n": types.SessionCheckDocument,
    "\n  query AllFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        apiAccess\n        warmup\n      }\n    }\n  }\n": types.AllFeaturesDocument,
    "\n  query MustSetUp {\n    currentUser {\n      id\n      mustSetUpSecondFactor\n    }\n  }\n": types.MustSetUpDocument,
    "\n  fragment Refusal on UserError {\n    code\n    field\n    message\n  }\n": types.RefusalFragmentDoc,
    "\n  query ContactHistory($id: ID!, $first: Int!, $after: String) {\n    contact(id: $id) {\n      id\n      emailLogs(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            id\n            status\n            step\n            error\n            failure {\n              message\n            }\n            events {\n              kind\n              at\n              machine\n              url\n              detail\n            }\n            campaign {\n              id\n              name\n            }\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n": types.ContactHistoryDocument,
    "\n  query Contacts($first: Int!, $after: String, $filter: ContactFilter, $orderBy: ContactOrder) {\n    contacts(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...ContactRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ContactsDocument,
    "\n  query ContactTotal($filter: ContactFilter) {\n    contacts(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": types.ContactTotalDocument,
    "\n  fragment ContactRow on Contact {\n    id\n    firstName\n    lastName\n    email\n    serialNumber\n    createdAt\n    tags\n    suppressed\n    untracked\n    fields {\n      name\n      value\n    }\n  }\n": types.ContactRowFragmentDoc,
    "\n  query ContactIds($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ContactIdsDocument,
    "\n  mutation CreateContact($input: CreateContactInput!) {\n    createContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateContactDocument,
    "\n  mutation DeleteContact($id: ID!) {\n    deleteContact(input: { id: $id }) {\n      contact {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteContactDocument,
    "\n  mutation DeleteContacts($input: DeleteContactsInput!) {\n    deleteContacts(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteContactsDocument,
    "\n  mutation UpdateContact($input: UpdateContactInput!) {\n    updateContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateContactDocument,
    "\n  mutation ExcludeFromTracking($input: ExcludeFromTrackingInput!) {\n    excludeFromTracking(input: $input) {\n      contactCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ExcludeFromTrackingDocument,
    "\n  mutation AddTags($input: AddTagsInput!) {\n    addTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AddTagsDocument,
    "\n  mutation RemoveTags($input: RemoveTagsInput!) {\n    removeTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveTagsDocument,
    "\n  query ContactTags {\n    contactTags {\n      name\n      contactCount\n    }\n  }\n": types.ContactTagsDocument,
    "\n  query ContactFields {\n    contactFields {\n      name\n      contactCount\n    }\n  }\n": types.ContactFieldsDocument,
    "\n  fragment SegmentRow on Segment {\n    id\n    name\n    contactCount\n    filter {\n      search\n      tags\n      withoutTags\n      fields {\n        name\n        equals\n        contains\n        isEmpty\n      }\n      suppressed\n      campaignOutcome {\n        campaignId\n        outcome\n      }\n    }\n  }\n": types.SegmentRowFragmentDoc,
    "\n  query FilterChoices {\n    segments {\n      ...SegmentRow\n    }\n    contactTags {\n      name\n      contactCount\n    }\n  }\n": types.FilterChoicesDocument,
    "\n  mutation CreateSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateSegmentDocument,
    "\n  mutation UpdateSegment($input: UpdateSegmentInput!) {\n    updateSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateSegmentDocument,
    "\n  mutation DeleteSegment($id: ID!) {\n    deleteSegment(input: { id: $id }) {\n      segment {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteSegmentDocument,
    "\n  fragment ConnectedSheet on Sheet {\n    id\n    name\n    columns\n    rowCount\n    personCount\n    source {\n      kind\n      host\n      link\n      keyColumn\n      state\n      problem\n      rejectedRows\n      readAt\n      changedAt\n      writes\n      writtenTitles\n      writtenAt\n      writeProblem\n      conflicts {\n        line\n        column\n      }\n    }\n  }\n": types.ConnectedSheetFragmentDoc,
    "\n  query Sheets {\n    sheets {\n      ...ConnectedSheet\n    }\n  }\n": types.SheetsDocument,
    "\n  mutation ConnectSheet($input: ConnectSheetInput!) {\n    connectSheet(input: $input) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConnectSheetDocument,
    "\n  mutation ReadSheet($id: ID!, $acceptColumns: Boolean) {\n    readSheet(input: { id: $id, acceptColumns: $acceptColumns }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ReadSheetDocument,
    "\n  mutation SetSheetWriting($id: ID!, $writes: Boolean!) {\n    setSheetWriting(input: { id: $id, writes: $writes }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SetSheetWritingDocument,
    "\n  mutation DeleteSheet($id: ID!) {\n    deleteSheet(input: { id: $id }) {\n      sheet {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteSheetDocument,
    "\n  fragment SuppressionRow on Suppression {\n    id\n    email\n    reason\n    note\n    createdAt\n  }\n": types.SuppressionRowFragmentDoc,
    "\n  query Suppressions($first: Int!, $after: String, $filter: SuppressionFilter) {\n    suppressions(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...SuppressionRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.SuppressionsDocument,
    "\n  query SuppressionTotal($filter: SuppressionFilter) {\n    suppressions(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": types.SuppressionTotalDocument,
    "\n  mutation AddSuppressions($input: AddSuppressionsInput!) {\n    addSuppressions(input: $input) {\n      added\n      known\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AddSuppressionsDocument,
    "\n  mutation RemoveSuppressions($ids: [ID!]!) {\n    removeSuppressions(input: { ids: $ids }) {\n      removedCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveSuppressionsDocument,
    "\n  fragment ImportRow on ContactImport {\n    id\n    fileName\n    added\n    changed\n    tagged\n    ignored\n    rejected\n    rejectedUrl\n    skipped\n    sheet {\n      id\n      rowCount\n      personCount\n    }\n    createdAt\n    undone {\n      at\n      removed\n      restored\n      left\n      leftEmails\n    }\n  }\n": types.ImportRowFragmentDoc,
    "\n  fragment TaskRow on Task {\n    id\n    kind\n    status\n    done\n    total\n    message\n    error\n    startedBy\n    createdAt\n    fileId\n    import {\n      ...ImportRow\n    }\n  }\n": types.TaskRowFragmentDoc,
    "\n  query Tasks($first: Int!) {\n    tasks(first: $first) {\n      edges {\n        node {\n          ...TaskRow\n        }\n      }\n    }\n  }\n": types.TasksDocument,
    "\n  query Task($id: ID!) {\n    task(id: $id) {\n      ...TaskRow\n    }\n  }\n": types.TaskDocument,
    "\n  subscription TaskProgress($id: ID!) {\n    taskProgress(id: $id) {\n      ...TaskRow\n    }\n  }\n": types.TaskProgressDocument,
    "\n  mutation CancelTask($id: ID!) {\n    cancelTask(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CancelTaskDocument,
    "\n  query ImportPreview($id: ID!, $choice: ImportChoiceInput) {\n    importPreview(id: $id, choice: $choice) {\n      id\n      fileName\n      sheets {\n        name\n        rowCount\n        problem\n      }\n      sheet\n      columns {\n        index\n        letter\n        header\n        field\n        name\n        samples\n      }\n      head {\n        row\n        cells\n      }\n      problem\n      added {\n        ...PreviewRows\n      }\n      changed {\n        ...PreviewRows\n      }\n      unchanged {\n        ...PreviewRows\n      }\n      repeated {\n        ...PreviewRows\n      }\n      rejected {\n        ...PreviewRows\n      }\n      reasons {\n        reason\n        count\n      }\n      encoding\n      notices {\n        kind\n        count\n        message\n      }\n      skipped\n      severalRows\n      severalAddresses\n      titles {\n        field\n        count\n        samples\n      }\n      room\n      leftOut\n    }\n  }\n": types.ImportPreviewDocument,
    "\n  fragment PreviewRows on ImportRows {\n    count\n    rows {\n      row\n      email\n      values {\n        name\n        value\n      }\n      changes {\n        name\n        before\n        after\n      }\n      reason\n    }\n  }\n": types.PreviewRowsFragmentDoc,
    "\n  mutation CommitImport($id: ID!, $choice: ImportChoiceInput) {\n    commitImport(input: { id: $id, choice: $choice }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CommitImportDocument,
    "\n  mutation UndoImport($id: ID!) {\n    undoImport(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UndoImportDocument,
    "\n  query ContactImports($first: Int!, $after: String) {\n    contactImports(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...ImportRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ContactImportsDocument,
    "\n  query Stats {\n    stats {\n      totalContacts\n      totalCampaigns\n      campaignsSent\n      campaignsFailed\n      activeCampaigns\n      openRate\n      clickRate\n      opensTracked\n      clicksTracked\n      successRate\n      hasSent\n      hasMailbox\n      hasTested\n      fromLastMonth {\n        totalContacts\n        totalCampaigns\n        campaignsSent\n        openRate\n        clickRate\n      }\n    }\n  }\n": types.StatsDocument,
    "\n  query CustomFields {\n    contactFields {\n      name\n    }\n  }\n": types.CustomFieldsDocument,
    "\n  query SalesAddress {\n    server {\n      salesEmail\n    }\n  }\n": types.SalesAddressDocument,
    "\n  query MailServers($email: String!) {\n    mailServers(email: $email) {\n      smtp {\n        ...ServerFields\n      }\n      imap {\n        ...ServerFields\n      }\n      source\n      hostName\n      appPassword\n      help\n      before\n      refusal\n      signIn\n    }\n  }\n": types.MailServersDocument,
    "\n  fragment ServerFields on MailServer {\n    host\n    port\n    security\n    user\n  }\n": types.ServerFieldsFragmentDoc,
    "\n  fragment StepFields on ConnectionStep {\n    step\n    state\n    text\n    fix\n    link\n    answer\n  }\n": types.StepFieldsFragmentDoc,
    "\n  mutation ConnectSmtpMailbox($input: ConnectSmtpMailboxInput!) {\n    connectSmtpMailbox(input: $input) {\n      mailbox {\n        id\n        email\n        status\n      }\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConnectSmtpMailboxDocument,
    "\n  mutation TestMailbox($id: ID!, $attempt: String) {\n    testMailbox(input: { id: $id, attempt: $attempt }) {\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.TestMailboxDocument,
    "\n  mutation SetCopyToSelf($id: ID!, $copyToSelf: Boolean!) {\n    updateMailbox(input: { id: $id, copyToSelf: $copyToSelf }) {\n      mailbox {\n        id\n        servers {\n          smtp {\n            ...ServerFields\n          }\n          imap {\n            ...ServerFields\n          }\n          copyToSelf\n          keepsCopy\n          signIn\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SetCopyToSelfDocument,
    "\n  subscription ConnectionProgress($attempt: String!) {\n    connectionProgress(attempt: $attempt) {\n      steps {\n        step\n        state\n      }\n    }\n  }\n": types.ConnectionProgressDocument,
    "\n  query MailboxSignatures {\n    mailboxes {\n      id\n      canSend\n      signature\n    }\n  }\n": types.MailboxSignaturesDocument,
    "\n  query MailboxAddresses {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      canSend\n      isDefault\n      lastUsed\n      sendAs {\n        address\n        kind\n        canSend\n      }\n    }\n  }\n": types.MailboxAddressesDocument,
    "\n  query MailboxStates {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      isMine\n      owner {\n        id\n        name\n      }\n      isDefault\n      canSend\n      lastUsed\n    }\n  }\n": types.MailboxStatesDocument,
    "\n  query OwnPlan {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n      upgradeRequest {\n        subscriptionTier\n        requestedAt\n      }\n    }\n  }\n": types.OwnPlanDocument,
    "\n  mutation RequestUpgrade($input: RequestUpgradeInput!) {\n    requestUpgrade(input: $input) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n          requestedAt\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RequestUpgradeDocument,
    "\n  fragment ReplyRow on Reply {\n    id\n    fromEmail\n    answerTo\n    receivedAt\n    canRead\n    doneAt\n    doneBy {\n      id\n      name\n    }\n    snoozedUntil\n    isPositive\n    answeredAt\n    answering {\n      id\n      name\n    }\n    answers {\n      id\n      state\n      undoUntil\n      undoSecondsLeft\n      emailLog {\n        id\n        failure {\n          message\n          howToFix\n        }\n      }\n    }\n    assignee {\n      id\n      name\n    }\n    emailLog {\n      id\n      contactName\n      contactEmail\n    }\n    campaign {\n      id\n      name\n    }\n    mailbox {\n      id\n      email\n      provider\n    }\n  }\n": types.ReplyRowFragmentDoc,
    "\n  query Replies($first: Int!, $after: String, $filter: ReplyFilter) {\n    replies(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...ReplyRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.RepliesDocument,
    "\n  query OpenReplies($filter: ReplyFilter!) {\n    replies(filter: $filter) {\n      totalCount\n    }\n  }\n": types.OpenRepliesDocument,
    "\n  query ReplyMail($id: ID!) {\n    replyMail(id: $id) {\n      subject\n      text\n      wholeText\n      url\n      problem\n      message\n    }\n  }\n": types.ReplyMailDocument,
    "\n  mutation UpdateReplies($input: UpdateRepliesInput!) {\n    updateReplies(input: $input) {\n      replies {\n        ...ReplyRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateRepliesDocument,
    "\n  subscription RepliesChanged {\n    repliesChanged {\n      missed\n      openCount\n      replies {\n        ...ReplyRow\n      }\n    }\n  }\n": types.RepliesChangedDocument,
    "\n  fragment AnswerRow on Answer {\n    id\n    state\n    content\n    undoUntil\n    undoSecondsLeft\n    author {\n      id\n      name\n    }\n    attachments {\n      id\n      name\n      contentType\n      size\n    }\n    emailLog {\n      id\n      failure {\n        message\n        howToFix\n      }\n    }\n  }\n": types.AnswerRowFragmentDoc,
    "\n  query ReplyThread($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on Reply {\n        id\n        answering {\n          id\n          name\n        }\n        answers {\n          ...AnswerRow\n        }\n        mailbox {\n          id\n          email\n          canSend\n          signature\n        }\n        conversation {\n          at\n          isAnswer\n          emailLog {\n            id\n            contactId\n            contactName\n            status\n          }\n          reply {\n            id\n            fromEmail\n          }\n        }\n      }\n    }\n  }\n": types.ReplyThreadDocument,
    "\n  query ReplyPerson($id: ID!) {\n    contact(id: $id) {\n      id\n      firstName\n      lastName\n      email\n      suppressed\n      tags\n      fields {\n        name\n        value\n      }\n      emailLogs {\n        totalCount\n      }\n    }\n  }\n": types.ReplyPersonDocument,
    "\n  query SentMail($id: ID!) {\n    sentMail(id: $id) {\n      subject\n      text\n    }\n  }\n": types.SentMailDocument,
    "\n  mutation SaveAnswer($input: SaveAnswerInput!) {\n    saveAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SaveAnswerDocument,
    "\n  mutation SendAnswer($input: SendAnswerInput!) {\n    sendAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SendAnswerDocument,
    "\n  mutation CancelAnswer($input: CancelAnswerInput!) {\n    cancelAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CancelAnswerDocument,
    "\n  mutation DiscardAnswer($input: DiscardAnswerInput!) {\n    discardAnswer(input: $input) {\n      reply {\n        id\n        answers {\n          id\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DiscardAnswerDocument,
    "\n  mutation NoteAnswering($input: NoteAnsweringInput!) {\n    noteAnswering(input: $input) {\n      reply {\n        id\n        answering {\n          id\n          name\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.NoteAnsweringDocument,
    "\n  query ReplyColleagues {\n    colleagues {\n      id\n      name\n    }\n  }\n": types.ReplyColleaguesDocument,
    "\n  query ReplyCampaigns($first: Int!) {\n    campaigns(first: $first) {\n      edges {\n        node {\n          id\n          name\n          repliedCount\n          followUps {\n            repliedCount\n          }\n        }\n      }\n    }\n  }\n": types.ReplyCampaignsDocument,
    "\n  fragment ApiKeyFields on ApiKey {\n    id\n    name\n    scopes\n    allowedAddresses\n    user {\n      id\n      name\n    }\n    serviceAccount {\n      id\n      name\n    }\n    tokenStart\n    createdAt\n    expiresAt\n    lastUsedAt\n  }\n": types.ApiKeyFieldsFragmentDoc,
    "\n  query ApiKeys {\n    apiKeys {\n      ...ApiKeyFields\n    }\n    serviceAccounts {\n      id\n      name\n      createdAt\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n": types.ApiKeysDocument,
    "\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      token\n      apiKey {\n        ...ApiKeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateApiKeyDocument,
    "\n  mutation CreateServiceAccount($name: String!) {\n    createServiceAccount(input: { name: $name }) {\n      serviceAccount {\n        id\n        name\n        createdAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateServiceAccountDocument,
    "\n  mutation DeleteServiceAccount($id: ID!) {\n    deleteServiceAccount(input: { id: $id }) {\n      serviceAccount {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteServiceAccountDocument,
    "\n  mutation RevokeApiKey($id: ID!) {\n    revokeApiKey(input: { id: $id }) {\n      apiKey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RevokeApiKeyDocument,
    "\n  mutation RevokeSheetLinkOf($id: ID!, $userId: ID!) {\n    revokeSheetLink(input: { id: $id, userId: $userId }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RevokeSheetLinkOfDocument,
    "\n  fragment WebhookFields on Webhook {\n    id\n    url\n    description\n    events\n    enabled\n    disabledBecause\n    failingSince\n    oldSecretUntil\n  }\n": types.WebhookFieldsFragmentDoc,
    "\n  query Webhooks {\n    webhooks {\n      ...WebhookFields\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n": types.WebhooksDocument,
    "\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateWebhookDocument,
    "\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RotateWebhookSecretDocument,
    "\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      webhook {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteWebhookDocument,
    "\n  fragment DeliveryFields on WebhookDelivery {\n    id\n    event\n    occurredAt\n    status\n    attempts\n    attemptedAt\n    nextAttemptAt\n    request\n    responseStatus\n    responseBody\n    problem\n    durationMs\n  }\n": types.DeliveryFieldsFragmentDoc,
    "\n  query WebhookDeliveries($webhookId: ID!, $status: WebhookDeliveryStatus, $first: Int!, $after: String) {\n    webhookDeliveries(webhookId: $webhookId, status: $status, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...DeliveryFields\n        }\n      }\n    }\n  }\n": types.WebhookDeliveriesDocument,
    "\n  mutation SendTestWebhook($id: ID!) {\n    sendTestWebhook(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SendTestWebhookDocument,
    "\n  mutation ResendWebhookDelivery($id: ID!) {\n    resendWebhookDelivery(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResendWebhookDeliveryDocument,
    "\n  mutation ErasePerson($input: ErasePersonInput!) {\n    erasePerson(input: $input) {\n      contacts\n      emails\n      cancelled\n      staysSuppressed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ErasePersonDocument,
    "\n  query WorkspaceDeletion {\n    tenant {\n      id\n      name\n      deletionAt\n    }\n  }\n": types.WorkspaceDeletionDocument,
    "\n  mutation ScheduleWorkspaceDeletion($input: ScheduleWorkspaceDeletionInput!) {\n    scheduleWorkspaceDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ScheduleWorkspaceDeletionDocument,
    "\n  mutation CancelWorkspaceDeletion {\n    cancelWorkspaceDeletion {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CancelWorkspaceDeletionDocument,
    "\n  query ConnectedEmails {\n    mailboxes {\n      id\n      email\n      name\n      signature\n      sendAs {\n        address\n        name\n        kind\n        isDefault\n        canSend\n        problem\n      }\n      maySendShared\n      servers {\n        smtp {\n          ...ServerFields\n        }\n        imap {\n          ...ServerFields\n        }\n        copyToSelf\n        keepsCopy\n        signIn\n      }\n      canEdit\n      provider\n      status\n      statusReason\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      reputation\n      reputationReason\n      level\n      safeSending\n      readsReplies\n      awaitsConsent\n      inboxError\n      inboxUnreadSince\n      unreadMessages\n      bulkSenderWarnings\n      canDisconnect\n      canShare\n      canSend\n      isMine\n      owner {\n        id\n        name\n      }\n      sharedWithEverybody\n      sharedWith {\n        user {\n          id\n          name\n          email\n        }\n        sharedBy\n      }\n      sandbox\n      ...StoppedBy\n      wait {\n        reason\n        text\n        until\n      }\n      trouble {\n        reason\n        detail\n      }\n      caution {\n        since\n        reason\n      }\n    }\n  }\n": types.ConnectedEmailsDocument,
    "\n  query MailboxLanding($id: ID!, $fresh: Boolean) {\n    landing(id: $id, fresh: $fresh) {\n      domain\n      checkedAt\n      findings {\n        code\n        verdict\n        text\n        record {\n          type\n          name\n          value\n        }\n      }\n    }\n  }\n": types.MailboxLandingDocument,
    "\n  query LandingCheck($id: ID!) {\n    landing(id: $id) {\n      check {\n        ...LandingCheckFields\n      }\n    }\n  }\n": types.LandingCheckDocument,
    "\n  fragment LandingCheckFields on LandingCheck {\n    state\n    sentAt\n    error\n    findings {\n      code\n      verdict\n      text\n    }\n  }\n": types.LandingCheckFieldsFragmentDoc,
    "\n  mutation SendLandingCheck($id: ID!) {\n    sendLandingCheck(input: { id: $id }) {\n      landingCheck {\n        ...LandingCheckFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SendLandingCheckDocument,
    "\n  query Colleagues($search: String) {\n    colleagues(search: $search) {\n      id\n      name\n      email\n    }\n  }\n": types.ColleaguesDocument,
    "\n  mutation ShareMailbox($id: ID!, $userIds: [ID!]!, $everybody: Boolean!) {\n    shareMailbox(input: { id: $id, userIds: $userIds, everybody: $everybody }) {\n      mailbox {\n        id\n        canSend\n        sharedWithEverybody\n        sharedWith {\n          user {\n            id\n            name\n            email\n          }\n          sharedBy\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ShareMailboxDocument,
    "\n  mutation UpdateSignature($id: ID!, $signature: String) {\n    updateMailbox(input: { id: $id, signature: $signature }) {\n      mailbox {\n        id\n        signature\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateSignatureDocument,
    "\n  mutation UpdateAddresses($id: ID!, $sharedAddresses: [String!], $refreshAddresses: Boolean) {\n    updateMailbox(input: { id: $id, sharedAddresses: $sharedAddresses, refreshAddresses: $refreshAddresses }) {\n      mailbox {\n        id\n        sendAs {\n          address\n          name\n          kind\n          isDefault\n          canSend\n          problem\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateAddressesDocument,
    "\n  mutation DisconnectMailbox($id: ID!) {\n    disconnectMailbox(input: { id: $id }) {\n      mailbox {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DisconnectMailboxDocument,
    "\n  mutation ProvideMailboxes($input: ProvideMailboxesInput!) {\n    provideMailboxes(input: $input) {\n      results {\n        email\n        state\n      }\n      proof\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ProvideMailboxesDocument,
    "\n  fragment EmailSettingsFields on EmailSettings {\n    ...SettingValues\n    warmupDaysRemaining\n    approvalOff {\n      at\n      askedBy\n      canConfirm\n    }\n    approverCount\n    organisations {\n      domains\n      used\n      limit\n      isAssumed\n    }\n    figuresNow {\n      emailsPerInterval\n      intervalSeconds\n      dailyLimit\n    }\n    planCeilings {\n      count\n      seconds\n    }\n    planInterval {\n      min\n      max\n    }\n    newWorkspaceLimit {\n      perDay\n      heldBack\n      growsAt\n      growsTo\n    }\n  }\n": types.EmailSettingsFieldsFragmentDoc,
    "\n  query EmailSettings {\n    emailSettings {\n      ...EmailSettingsFields\n    }\n  }\n": types.EmailSettingsDocument,
    "\n  mutation UpdateEmailSettings($input: UpdateEmailSettingsInput!) {\n    updateEmailSettings(input: $input) {\n      emailSettings {\n        ...EmailSettingsFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateEmailSettingsDocument,
    "\n  query SheetLinks {\n    sheetLinks {\n      campaign {\n        id\n        name\n      }\n      user {\n        id\n        name\n      }\n      createdAt\n      lastReadAt\n    }\n  }\n": types.SheetLinksDocument,
    "\n  fragment ColleagueFields on User {\n    ...UserFields\n    isActive\n    invitedAt\n  }\n": types.ColleagueFieldsFragmentDoc,
    "\n  query Users($first: Int!, $after: String) {\n    users(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...ColleagueFields\n        }\n      }\n    }\n  }\n": types.UsersDocument,
    "\n  mutation CreateUser($input: CreateUserInput!) {\n    createUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateUserDocument,
    "\n  mutation DeleteUser($id: ID!) {\n    deleteUser(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteUserDocument,
    "\n  mutation InviteUser($input: InviteUserInput!) {\n    inviteUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.InviteUserDocument,
    "\n  mutation ResendInvitation($id: ID!) {\n    resendInvitation(input: { id: $id }) {\n      user {\n        id\n        invitedAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResendInvitationDocument,
    "\n  mutation EndUserSessions($id: ID!) {\n    endUserSessions(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.EndUserSessionsDocument,
    "\n  query FactorRule {\n    tenant {\n      id\n      requiresSecondFactor\n    }\n  }\n": types.FactorRuleDocument,
    "\n  mutation RequireSecondFactor($required: Boolean!) {\n    requireSecondFactor(input: { required: $required }) {\n      tenant {\n        id\n        requiresSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RequireSecondFactorDocument,
    "\n  mutation ResetSecondFactor($id: ID!) {\n    resetSecondFactor(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResetSecondFactorDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ChangePasswordDocument,
    "\n  query Workspace {\n    tenant {\n      id\n      name\n      domain\n      subscriptionTier\n      ...WorkspaceLimits\n      trialEndsAt\n    }\n  }\n": types.WorkspaceDocument,
    "\n  mutation ChangeEmail($input: ChangeEmailInput!) {\n    changeEmail(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ChangeEmailDocument,
    "\n  query OwnSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastUsedAt\n      expiresAt\n      current\n    }\n  }\n": types.OwnSessionsDocument,
    "\n  mutation EndSession($id: ID!) {\n    endSession(input: { id: $id }) {\n      session {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.EndSessionDocument,
    "\n  mutation RemoveIdentity($id: ID!) {\n    removeIdentity(input: { id: $id }) {\n      identity {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveIdentityDocument,
    "\n  query OwnApiKeys {\n    currentUser {\n      id\n      apiKeyCount\n    }\n  }\n": types.OwnApiKeysDocument,
    "\n  fragment PasskeyFields on Passkey {\n    id\n    name\n    addedAt\n    lastUsedAt\n  }\n": types.PasskeyFieldsFragmentDoc,
    "\n  mutation StartPasskey {\n    startPasskey {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.StartPasskeyDocument,
    "\n  mutation AddPasskey($input: AddPasskeyInput!) {\n    addPasskey(input: $input) {\n      recoveryCodes\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AddPasskeyDocument,
    "\n  mutation RenamePasskey($id: ID!, $name: String!) {\n    renamePasskey(input: { id: $id, name: $name }) {\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RenamePasskeyDocument,
    "\n  mutation RemovePasskey($id: ID!) {\n    removePasskey(input: { id: $id }) {\n      passkey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemovePasskeyDocument,
    "\n  query SecondFactor {\n    secondFactor {\n      totpSince\n      recoveryCodesLeft\n      passkeys {\n        ...PasskeyFields\n      }\n    }\n  }\n": types.SecondFactorDocument,
    "\n  mutation StartTotp {\n    startTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.StartTotpDocument,
    "\n  mutation ConfirmTotp($input: ConfirmTotpInput!) {\n    confirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConfirmTotpDocument,
    "\n  mutation RemoveTotp {\n    removeTotp {\n      secondFactor {\n        totpSince\n        recoveryCodesLeft\n        passkeys {\n          ...PasskeyFields\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveTotpDocument,
    "\n  mutation RenewRecoveryCodes {\n    renewRecoveryCodes {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RenewRecoveryCodesDocument,
    "\n  fragment SingleSignOnFields on SingleSignOn {\n    issuer\n    clientId\n    defaultRole\n    roleClaim\n    adminValues\n    required\n    callbackUrl\n    domains {\n      domain\n      record\n      verifiedAt\n    }\n  }\n": types.SingleSignOnFieldsFragmentDoc,
    "\n  query SingleSignOn {\n    singleSignOn {\n      ...SingleSignOnFields\n    }\n  }\n": types.SingleSignOnDocument,
    "\n  mutation UpdateSingleSignOn($input: UpdateSingleSignOnInput!) {\n    updateSingleSignOn(input: $input) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateSingleSignOnDocument,
    "\n  mutation RemoveSingleSignOn {\n    removeSingleSignOn {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveSingleSignOnDocument,
    "\n  mutation AddSsoDomain($domain: String!) {\n    addSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.AddSsoDomainDocument,
    "\n  mutation VerifySsoDomain($domain: String!) {\n    verifySsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.VerifySsoDomainDocument,
    "\n  mutation RemoveSsoDomain($domain: String!) {\n    removeSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveSsoDomainDocument,
    "\n  fragment LinkDomainFields on LinkDomain {\n    host\n    works\n    advice\n    checkedAt\n    cname {\n      name\n      value\n    }\n    txt {\n      name\n      value\n    }\n  }\n": types.LinkDomainFieldsFragmentDoc,
    "\n  query LinkDomain {\n    linkDomain {\n      ...LinkDomainFields\n    }\n  }\n": types.LinkDomainDocument,
    "\n  mutation SetLinkDomain($host: String!) {\n    setLinkDomain(input: { host: $host }) {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SetLinkDomainDocument,
    "\n  mutation CheckLinkDomain {\n    checkLinkDomain {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CheckLinkDomainDocument,
    "\n  mutation RemoveLinkDomain {\n    removeLinkDomain {\n      removed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.RemoveLinkDomainDocument,
    "\n  query Server {\n    server {\n      sandbox\n      sandboxUrl\n    }\n  }\n": types.ServerDocument,
    "\n  query InstallationProblem {\n    server {\n      problem\n    }\n  }\n": types.InstallationProblemDocument,
    "\n  query Plan {\n    tenant {\n      id\n      subscriptionTier\n      planConfirmed\n      awaitsEmailConfirmation\n      deletionAt\n      trialEndsAt\n      ...SendingStopOfTenant\n    }\n  }\n": types.PlanDocument,
    "\n  query PlanUse {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n    }\n  }\n": types.PlanUseDocument,
    "\n  query Find($search: String!, $first: Int!) {\n    campaigns(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n          status\n        }\n      }\n    }\n    contacts(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n    templates(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.FindDocument,
    "\n  fragment TemplateFields on Template {\n    id\n    name\n    subject\n    content\n    htmlTemplate\n    preview\n    createdAt\n  }\n": types.TemplateFieldsFragmentDoc,
    "\n  query Templates($first: Int!, $after: String) {\n    templates(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TemplateFields\n        }\n      }\n    }\n  }\n": types.TemplatesDocument,
    "\n  query TemplateTotal {\n    templates(first: 1) {\n      totalCount\n    }\n  }\n": types.TemplateTotalDocument,
    "\n  query Template($id: ID!) {\n    node(id: $id) {\n      ... on Template {\n        ...TemplateFields\n      }\n    }\n  }\n": types.TemplateDocument,
    "\n  mutation CreateTemplate($input: CreateTemplateInput!) {\n    createTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateTemplateDocument,
    "\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateTemplateDocument,
    "\n  mutation DeleteTemplate($id: ID!) {\n    deleteTemplate(input: { id: $id }) {\n      template {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeleteTemplateDocument,
    "\n  query SuperAdmin {\n    superAdmin {\n      id\n      name\n      username\n      mustSetUpSecondFactor\n    }\n  }\n": types.SuperAdminDocument,
    "\n  mutation SuperAdminLogin($input: SuperAdminLoginInput!) {\n    superAdminLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SuperAdminLoginDocument,
    "\n  mutation SuperAdminFinishLogin($input: SuperAdminFinishLoginInput!) {\n    superAdminFinishLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SuperAdminFinishLoginDocument,
    "\n  mutation SuperAdminStartTotp {\n    superAdminStartTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SuperAdminStartTotpDocument,
    "\n  mutation SuperAdminConfirmTotp($input: SuperAdminConfirmTotpInput!) {\n    superAdminConfirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SuperAdminConfirmTotpDocument,
    "\n  mutation SuperAdminLogout {\n    superAdminLogout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SuperAdminLogoutDocument,
    "\n  mutation SuperAdminConfirmPassword($input: SuperAdminConfirmPasswordInput!) {\n    superAdminConfirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.SuperAdminConfirmPasswordDocument,
    "\n  fragment WorkspaceLimits on Tenant {\n    maxUsers\n    maxContacts\n    maxCampaigns\n  }\n": types.WorkspaceLimitsFragmentDoc,
    "\n  fragment TenantFields on Tenant {\n    id\n    slug\n    name\n    domain\n    subscriptionTier\n    planConfirmed\n    ...WorkspaceLimits\n    isActive\n    newWorkspaceLimits\n    deletionAt\n    trialEndsAt\n    createdAt\n    features {\n      htmlBuilder\n      abTesting\n      attachments\n      tracking\n      apiAccess\n      warmup\n    }\n  }\n": types.TenantFieldsFragmentDoc,
    "\n  query UpgradeRequests {\n    tenants(first: 50, filter: { upgradeRequested: true }) {\n      edges {\n        node {\n          id\n          name\n          subscriptionTier\n          upgradeRequest {\n            subscriptionTier\n            note\n            requestedAt\n          }\n        }\n      }\n    }\n  }\n": types.UpgradeRequestsDocument,
    "\n  mutation DeclineUpgrade($id: ID!) {\n    declineUpgrade(input: { id: $id }) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.DeclineUpgradeDocument,
    "\n  query Tenants($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantFields\n        }\n      }\n    }\n  }\n": types.TenantsDocument,
    "\n  query TenantTotal($filter: TenantFilter) {\n    tenants(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n": types.TenantTotalDocument,
    "\n  fragment TenantSendingFields on Tenant {\n    id\n    slug\n    name\n    isActive\n    outcomes {\n      days\n      sent\n      bounced\n      complained\n      unsubscribed\n    }\n  }\n": types.TenantSendingFieldsFragmentDoc,
    "\n  query TenantSending($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantSendingFields\n        }\n      }\n    }\n  }\n": types.TenantSendingDocument,
    "\n  mutation CreateTenant($input: CreateTenantInput!) {\n    createTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateTenantDocument,
    "\n  mutation UpdateTenant($input: UpdateTenantInput!) {\n    updateTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.UpdateTenantDocument,
    "\n  mutation ConfirmPlan($id: ID!) {\n    confirmPlan(input: { id: $id }) {\n      tenant {\n        id\n        planConfirmed\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ConfirmPlanDocument,
    "\n  mutation ScheduleTenantDeletion($input: ScheduleTenantDeletionInput!) {\n    scheduleTenantDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ScheduleTenantDeletionDocument,
    "\n  mutation CancelTenantDeletion($id: ID!) {\n    cancelTenantDeletion(input: { id: $id }) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CancelTenantDeletionDocument,
    "\n  fragment TenantUserFields on TenantUser {\n    id\n    username\n    email\n    name\n    role\n    isActive\n    createdAt\n  }\n": types.TenantUserFieldsFragmentDoc,
    "\n  query TenantUsers($tenantId: ID!, $first: Int!, $after: String) {\n    tenantUsers(tenantId: $tenantId, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantUserFields\n        }\n      }\n    }\n  }\n": types.TenantUsersDocument,
    "\n  query TenantUserTotal($tenantId: ID!) {\n    tenantUsers(tenantId: $tenantId, first: 1) {\n      totalCount\n    }\n  }\n": types.TenantUserTotalDocument,
    "\n  mutation ResetTenantUserFactor($tenantId: ID!, $id: ID!) {\n    resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) {\n      tenantUser {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.ResetTenantUserFactorDocument,
    "\n  mutation CreateTenantUser($input: CreateTenantUserInput!) {\n    createTenantUser(input: $input) {\n      tenantUser {\n        ...TenantUserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n": types.CreateTenantUserDocument,
    "\n  query Installation {\n    installation {\n      providers {\n        provider\n        client\n        redirectUrl\n        redirectProblem\n        lastReturnAt\n        mailboxes\n        working\n        longestWorked\n        medianWorked\n        lost\n        medianLost\n        verification {\n          tone\n          text\n        }\n        quota {\n          perUserMinute\n          perMinute\n          perDay\n          isScaled\n        }\n        breaks\n      }\n      timeZoneData {\n        release\n        releasedOn\n        isOutdated\n      }\n    }\n  }\n": types.InstallationDocument,
    "\n  query RefusedRegistrations {\n    refusedRegistrations {\n      provider\n      since\n      detail\n    }\n  }\n": types.RefusedRegistrationsDocument,
    "fragment SettingValues on EmailSettings { emailsPerInterval intervalSeconds dailyLimit enableThrottling warmupMode sendWindow { days from to timeZone } canaryPercent slowDownUnwelcome undoSeconds sendAgainInDoubt organisationLicences organisationLimit organisationHeadroom tracking language companyName postalAddress brandKit { logo colors headingFont bodyFont } topics { id name description } contentsKeptDays recipientsKeptDays collisionDays weeklyCeiling launchApproval agentsReadGmailReplies }": types.SettingValuesFragmentDoc,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment UserFields on User {\n    id\n    name\n    email\n    username\n    role\n    createdAt\n    emailConfirmed\n    hasPassword\n    mustSetUpSecondFactor\n    connectedProviders\n  }\n"): (typeof documents)["\n  fragment UserFields on User {\n    id\n    name\n    email\n    username\n    role\n    createdAt\n    emailConfirmed\n    hasPassword\n    mustSetUpSecondFactor\n    connectedProviders\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CurrentUser {\n    currentUser {\n      ...UserFields\n    }\n  }\n"): (typeof documents)["\n  query CurrentUser {\n    currentUser {\n      ...UserFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Registration {\n    server {\n      registration\n      systemEmails\n    }\n  }\n"): (typeof documents)["\n  query Registration {\n    server {\n      registration\n      systemEmails\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResendEmailConfirmation {\n    resendEmailConfirmation {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResendEmailConfirmation {\n    resendEmailConfirmation {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      user {\n        id\n        username\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      user {\n        id\n        username\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Logout {\n    logout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Logout {\n    logout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnIdentities {\n    identities {\n      id\n      provider\n      label\n      addedAt\n      lastUsedAt\n    }\n  }\n"): (typeof documents)["\n  query OwnIdentities {\n    identities {\n      id\n      provider\n      label\n      addedAt\n      lastUsedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConfirmationWays {\n    confirmationWays\n  }\n"): (typeof documents)["\n  query ConfirmationWays {\n    confirmationWays\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartPasskeyConfirmation {\n    startPasskeyConfirmation {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskeyConfirmation {\n    startPasskeyConfirmation {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmWithPasskey($input: ConfirmWithPasskeyInput!) {\n    confirmWithPasskey(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmWithPasskey($input: ConfirmWithPasskeyInput!) {\n    confirmWithPasskey(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishLogin($input: FinishLoginInput!) {\n    finishLogin(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation FinishLogin($input: FinishLoginInput!) {\n    finishLogin(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartPasskeyLogin {\n    startPasskeyLogin {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskeyLogin {\n    startPasskeyLogin {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LoginWithPasskey($input: LoginWithPasskeyInput!) {\n    loginWithPasskey(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation LoginWithPasskey($input: LoginWithPasskeyInput!) {\n    loginWithPasskey(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EmailedLink($token: String!) {\n    accountLink(token: $token) {\n      kind\n      email\n      expiresAt\n      workspace\n      username\n      name\n    }\n  }\n"): (typeof documents)["\n  query EmailedLink($token: String!) {\n    accountLink(token: $token) {\n      kind\n      email\n      expiresAt\n      workspace\n      username\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {\n    requestPasswordReset(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {\n    requestPasswordReset(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetPassword($input: ResetPasswordInput!) {\n    resetPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResetPassword($input: ResetPasswordInput!) {\n    resetPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmEmail($token: String!) {\n    confirmEmail(input: { token: $token }) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmEmail($token: String!) {\n    confirmEmail(input: { token: $token }) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      user {\n        ...UserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AuditEventFields on AuditEvent {\n    id\n    at\n    actor\n    actorName\n    address\n    userAgent\n    action\n    targetLabel\n    changes {\n      field\n      from\n      to\n    }\n  }\n"): (typeof documents)["\n  fragment AuditEventFields on AuditEvent {\n    id\n    at\n    actor\n    actorName\n    address\n    userAgent\n    action\n    targetLabel\n    changes {\n      field\n      from\n      to\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Activity($first: Int!, $after: String, $filter: AuditFilter) {\n    auditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Activity($first: Int!, $after: String, $filter: AuditFilter) {\n    auditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityTotal($filter: AuditFilter) {\n    auditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query ActivityTotal($filter: AuditFilter) {\n    auditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InstallationActivity($first: Int!, $after: String, $filter: InstallationAuditFilter) {\n    installationAuditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query InstallationActivity($first: Int!, $after: String, $filter: InstallationAuditFilter) {\n    installationAuditEvents(first: $first, after: $after, filter: $filter) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...AuditEventFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InstallationActivityTotal($filter: InstallationAuditFilter) {\n    installationAuditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query InstallationActivityTotal($filter: InstallationAuditFilter) {\n    installationAuditEvents(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Welcomes {\n    welcomes {\n      topicId\n      topic {\n        id\n        name\n      }\n      mailbox {\n        id\n        email\n      }\n      sent\n      positive\n      left\n      choseLess\n      paused\n      complained\n    }\n  }\n"): (typeof documents)["\n  query Welcomes {\n    welcomes {\n      topicId\n      topic {\n        id\n        name\n      }\n      mailbox {\n        id\n        email\n      }\n      sent\n      positive\n      left\n      choseLess\n      paused\n      complained\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PreviewContacts($first: Int!, $filter: ContactFilter) {\n    contacts(first: $first, filter: $filter) {\n      edges {\n        node {\n          id\n          tags\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query PreviewContacts($first: Int!, $filter: ContactFilter) {\n    contacts(first: $first, filter: $filter) {\n      edges {\n        node {\n          id\n          tags\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RenderMail($input: MailInput!) {\n    previewMail(input: $input) {\n      htmlForDisplay\n      text\n    }\n  }\n"): (typeof documents)["\n  query RenderMail($input: MailInput!) {\n    previewMail(input: $input) {\n      htmlForDisplay\n      text\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BuilderFeature {\n    tenant {\n      id\n      features {\n        htmlBuilder\n      }\n    }\n  }\n"): (typeof documents)["\n  query BuilderFeature {\n    tenant {\n      id\n      features {\n        htmlBuilder\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BrandKit {\n    emailSettings {\n      brandKit {\n        logo\n        colors\n        headingFont\n        bodyFont\n      }\n      companyName\n      postalAddress\n    }\n  }\n"): (typeof documents)["\n  query BrandKit {\n    emailSettings {\n      brandKit {\n        logo\n        colors\n        headingFont\n        bodyFont\n      }\n      companyName\n      postalAddress\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SavedBlockLine on SavedBlock {\n    id\n    name\n    elements\n    updatedAt\n  }\n"): (typeof documents)["\n  fragment SavedBlockLine on SavedBlock {\n    id\n    name\n    elements\n    updatedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SavedBlocks {\n    savedBlocks {\n      ...SavedBlockLine\n    }\n  }\n"): (typeof documents)["\n  query SavedBlocks {\n    savedBlocks {\n      ...SavedBlockLine\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateSavedBlock($input: CreateSavedBlockInput!) {\n    createSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateSavedBlock($input: CreateSavedBlockInput!) {\n    createSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateSavedBlock($input: UpdateSavedBlockInput!) {\n    updateSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      templates\n      drafts\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateSavedBlock($input: UpdateSavedBlockInput!) {\n    updateSavedBlock(input: $input) {\n      savedBlock {\n        ...SavedBlockLine\n      }\n      templates\n      drafts\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SavedBlockUses($id: ID!) {\n    node(id: $id) {\n      ... on SavedBlock {\n        id\n        uses {\n          templates\n          drafts\n          names\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query SavedBlockUses($id: ID!) {\n    node(id: $id) {\n      ... on SavedBlock {\n        id\n        uses {\n          templates\n          drafts\n          names\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteSavedBlock($id: ID!) {\n    deleteSavedBlock(input: { id: $id }) {\n      savedBlock {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteSavedBlock($id: ID!) {\n    deleteSavedBlock(input: { id: $id }) {\n      savedBlock {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EmailLogRow on EmailLog {\n    id\n    contactId\n    contactName\n    contactEmail\n    status\n    variant\n    untracked\n    sentAt\n    deliveredAt\n    openedAt\n    machineOpenedAt\n    clickedAt\n    repliedAt\n    awayUntil\n    awayDateGiven\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    timeZone\n    utcOffset\n    waitsUntil\n    error\n    failure {\n      message\n      howToFix\n    }\n  }\n"): (typeof documents)["\n  fragment EmailLogRow on EmailLog {\n    id\n    contactId\n    contactName\n    contactEmail\n    status\n    variant\n    untracked\n    sentAt\n    deliveredAt\n    openedAt\n    machineOpenedAt\n    clickedAt\n    repliedAt\n    awayUntil\n    awayDateGiven\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    timeZone\n    utcOffset\n    waitsUntil\n    error\n    failure {\n      message\n      howToFix\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EmailLogs($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: $first, after: $after, filter: $filter) {\n        edges {\n          cursor\n          node {\n            ...EmailLogRow\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query EmailLogs($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: $first, after: $after, filter: $filter) {\n        edges {\n          cursor\n          node {\n            ...EmailLogRow\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EmailLogTotal($id: ID!, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: 1, filter: $filter) {\n        totalCount\n      }\n    }\n  }\n"): (typeof documents)["\n  query EmailLogTotal($id: ID!, $filter: EmailLogFilter) {\n    campaign(id: $id) {\n      id\n      emailLogs(first: 1, filter: $filter) {\n        totalCount\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EmailLogsAgain($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      id\n      ...EmailLogRow\n    }\n  }\n"): (typeof documents)["\n  query EmailLogsAgain($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      id\n      ...EmailLogRow\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StopFollowUps($input: StopFollowUpsInput!) {\n    stopFollowUps(input: $input) {\n      stopped\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StopFollowUps($input: StopFollowUpsInput!) {\n    stopFollowUps(input: $input) {\n      stopped\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RecipientEvents($id: ID!) {\n    node(id: $id) {\n      id\n      ... on EmailLog {\n        ...EmailLogRow\n        events {\n          kind\n          at\n          machine\n          url\n          detail\n        }\n        campaign {\n          id\n          status\n          followUps {\n            step\n            condition\n            link\n          }\n        }\n        nextFollowUp {\n          state\n          step\n          at\n          isAway\n          isAtCeiling\n          reason\n        }\n        followUpEmails {\n          id\n          status\n          sentAt\n          error\n          failure {\n            message\n            howToFix\n          }\n          events {\n            kind\n            at\n            machine\n            url\n            detail\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query RecipientEvents($id: ID!) {\n    node(id: $id) {\n      id\n      ... on EmailLog {\n        ...EmailLogRow\n        events {\n          kind\n          at\n          machine\n          url\n          detail\n        }\n        campaign {\n          id\n          status\n          followUps {\n            step\n            condition\n            link\n          }\n        }\n        nextFollowUp {\n          state\n          step\n          at\n          isAway\n          isAtCeiling\n          reason\n        }\n        followUpEmails {\n          id\n          status\n          sentAt\n          error\n          failure {\n            message\n            howToFix\n          }\n          events {\n            kind\n            at\n            machine\n            url\n            detail\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SheetLink($id: ID!) {\n    campaign(id: $id) {\n      ...SheetLinkOfCampaign\n    }\n  }\n\n  fragment SheetLinkOfCampaign on Campaign {\n    id\n    sheetLink {\n      createdAt\n      lastReadAt\n      expiresAt\n    }\n  }\n"): (typeof documents)["\n  query SheetLink($id: ID!) {\n    campaign(id: $id) {\n      ...SheetLinkOfCampaign\n    }\n  }\n\n  fragment SheetLinkOfCampaign on Campaign {\n    id\n    sheetLink {\n      createdAt\n      lastReadAt\n      expiresAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateSheetLink($id: ID!) {\n    createSheetLink(input: { id: $id }) {\n      url\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateSheetLink($id: ID!) {\n    createSheetLink(input: { id: $id }) {\n      url\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeSheetLink($id: ID!) {\n    revokeSheetLink(input: { id: $id }) {\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeSheetLink($id: ID!) {\n    revokeSheetLink(input: { id: $id }) {\n      campaign {\n        ...SheetLinkOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignApproval($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      status\n      totalContacts\n      leftOutCount\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      filePattern\n      followUps {\n        step\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      attachments {\n        id\n        name\n        size\n      }\n      approval {\n        request\n        status\n        requestedBy\n        requestedAt\n        note\n        mailboxes {\n          id\n          email\n        }\n        scheduledAt\n        localTimeZone\n        undoSeconds\n        exceedCeiling\n        changed\n        decidedBy\n        decidedAt\n        reason\n        canDecide\n        canWithdraw\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignApproval($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      status\n      totalContacts\n      leftOutCount\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      filePattern\n      followUps {\n        step\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      attachments {\n        id\n        name\n        size\n      }\n      approval {\n        request\n        status\n        requestedBy\n        requestedAt\n        note\n        mailboxes {\n          id\n          email\n        }\n        scheduledAt\n        localTimeZone\n        undoSeconds\n        exceedCeiling\n        changed\n        decidedBy\n        decidedAt\n        reason\n        canDecide\n        canWithdraw\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RequestApproval($input: RequestApprovalInput!) {\n    requestApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RequestApproval($input: RequestApprovalInput!) {\n    requestApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DecideApproval($input: DecideApprovalInput!) {\n    decideApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DecideApproval($input: DecideApprovalInput!) {\n    decideApproval(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AwaitingMe($filter: CampaignFilter!) {\n    campaigns(first: 3, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          approval {\n            requestedBy\n          }\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query AwaitingMe($filter: CampaignFilter!) {\n    campaigns(first: 3, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          approval {\n            requestedBy\n          }\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChooseAbWinner($id: ID!, $winner: Variant!) {\n    chooseAbWinner(input: { id: $id, winner: $winner }) {\n      campaign {\n        ...CampaignCard\n        ...AbTest\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ChooseAbWinner($id: ID!, $winner: Variant!) {\n    chooseAbWinner(input: { id: $id, winner: $winner }) {\n      campaign {\n        ...CampaignCard\n        ...AbTest\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DuplicateCampaign($id: ID!) {\n    duplicateCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DuplicateCampaign($id: ID!) {\n    duplicateCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendCampaign($input: SendCampaignInput!) {\n    sendCampaign(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SendCampaign($input: SendCampaignInput!) {\n    sendCampaign(input: $input) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResumeCampaign($id: ID!, $mailboxIds: [ID!]) {\n    resumeCampaign(input: { id: $id, mailboxIds: $mailboxIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResumeCampaign($id: ID!, $mailboxIds: [ID!]) {\n    resumeCampaign(input: { id: $id, mailboxIds: $mailboxIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UndoLaunch($id: ID!) {\n    cancelCampaign(input: { id: $id, onlyIfUnsent: true }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UndoLaunch($id: ID!) {\n    cancelCampaign(input: { id: $id, onlyIfUnsent: true }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendToFailed($id: ID!, $emailLogIds: [ID!]) {\n    sendToFailed(input: { id: $id, emailLogIds: $emailLogIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SendToFailed($id: ID!, $emailLogIds: [ID!]) {\n    sendToFailed(input: { id: $id, emailLogIds: $emailLogIds }) {\n      campaign {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteCampaign($id: ID!) {\n    deleteCampaign(input: { id: $id }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteCampaign($id: ID!) {\n    deleteCampaign(input: { id: $id }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SavedDraft on Campaign {\n    ...CampaignCard\n    attachments {\n      id\n      name\n      size\n      document\n      hasMergeTags\n    }\n  }\n"): (typeof documents)["\n  fragment SavedDraft on Campaign {\n    ...CampaignCard\n    attachments {\n      id\n      name\n      size\n      document\n      hasMergeTags\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        ...SavedDraft\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignDraft($id: ID!) {\n    campaign(id: $id) {\n      id\n      status\n      name\n      subject\n      content\n      fromName\n      fromAddress\n      replyTo\n      cc\n      bcc\n      useHtmlBuilder\n      htmlTemplate\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      followUps {\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      language\n      topicId\n      tracking\n      trackOpens\n      trackClicks\n      totalContacts\n      attachments {\n        id\n        name\n        contentType\n        size\n        document\n        hasMergeTags\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignDraft($id: ID!) {\n    campaign(id: $id) {\n      id\n      status\n      name\n      subject\n      content\n      fromName\n      fromAddress\n      replyTo\n      cc\n      bcc\n      useHtmlBuilder\n      htmlTemplate\n      isAbTest\n      abVariantB\n      abSplitPercentage\n      followUps {\n        waitDays\n        timeOfDay\n        timeZone\n        condition\n        link\n        subject\n        content\n        attachesFiles\n        useHtmlBuilder\n        htmlTemplate\n      }\n      abTestShare\n      abWinnerMetric\n      abWaitHours\n      language\n      topicId\n      tracking\n      trackOpens\n      trackClicks\n      totalContacts\n      attachments {\n        id\n        name\n        contentType\n        size\n        document\n        hasMergeTags\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignRecipientIds($id: ID!) {\n    campaign(id: $id) {\n      id\n      selectedContactIds\n    }\n  }\n"): (typeof documents)["\n  query CampaignRecipientIds($id: ID!) {\n    campaign(id: $id) {\n      id\n      selectedContactIds\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AudienceContacts($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query AudienceContacts($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DraftRepeat($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeat {\n        isOn\n        kind\n        label\n        segmentId\n        segment {\n          id\n          name\n        }\n        field\n        offsetDays\n        isYearly\n        dayOfMonth\n        nextRunAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query DraftRepeat($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeat {\n        isOn\n        kind\n        label\n        segmentId\n        segment {\n          id\n          name\n        }\n        field\n        offsetDays\n        isYearly\n        dayOfMonth\n        nextRunAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DraftSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      emailsPer\n      sheet {\n        id\n        name\n        columns\n        rowCount\n        personCount\n      }\n    }\n  }\n"): (typeof documents)["\n  query DraftSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      emailsPer\n      sheet {\n        id\n        name\n        columns\n        rowCount\n        personCount\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirstRows($id: ID!) {\n    sheetRows(id: $id, first: 20) {\n      row\n      cells {\n        name\n        value\n      }\n    }\n  }\n"): (typeof documents)["\n  query FirstRows($id: ID!) {\n    sheetRows(id: $id, first: 20) {\n      row\n      cells {\n        name\n        value\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChooseEmailsPer($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        emailsPer\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ChooseEmailsPer($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        emailsPer\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FileTags on Attachment {\n    id\n    hasMergeTags\n  }\n"): (typeof documents)["\n  fragment FileTags on Attachment {\n    id\n    hasMergeTags\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MakesPdfs {\n    server {\n      makesPdfs\n    }\n  }\n"): (typeof documents)["\n  query MakesPdfs {\n    server {\n      makesPdfs\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SendMailboxes {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      isMine\n      isDefault\n      canSend\n      level\n      readsReplies\n      owner {\n        id\n        name\n      }\n      sandbox\n    }\n  }\n"): (typeof documents)["\n  query SendMailboxes {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      isMine\n      isDefault\n      canSend\n      level\n      readsReplies\n      owner {\n        id\n        name\n      }\n      sandbox\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignMailboxes($id: ID!) {\n    campaign(id: $id) {\n      id\n      mailboxes {\n        id\n        email\n        provider\n        status\n        isMine\n        owner {\n          id\n          name\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignMailboxes($id: ID!) {\n    campaign(id: $id) {\n      id\n      mailboxes {\n        id\n        email\n        provider\n        status\n        isMine\n        owner {\n          id\n          name\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HasFollowUps($id: ID!) {\n    campaign(id: $id) {\n      id\n      followUps {\n        step\n      }\n    }\n  }\n"): (typeof documents)["\n  query HasFollowUps($id: ID!) {\n    campaign(id: $id) {\n      id\n      followUps {\n        step\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LaunchForecast($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) {\n      recipients\n      startsAt\n      finishesAt\n      waves {\n        timeZone\n        utcOffset\n        doubts {\n          text\n          timeZones\n          recipients\n        }\n        recipients\n        at\n        leavesAt\n      }\n      suppressed\n      declined\n      overCeiling\n      awaitWinner\n      decidesAt\n      followUps\n      lastFollowUpAt\n    }\n  }\n"): (typeof documents)["\n  query LaunchForecast($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) {\n      recipients\n      startsAt\n      finishesAt\n      waves {\n        timeZone\n        utcOffset\n        doubts {\n          text\n          timeZones\n          recipients\n        }\n        recipients\n        at\n        leavesAt\n      }\n      suppressed\n      declined\n      overCeiling\n      awaitWinner\n      decidesAt\n      followUps\n      lastFollowUpAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignConditions($id: ID!) {\n    campaignConditions(id: $id) {\n      text\n      count\n      total\n    }\n  }\n"): (typeof documents)["\n  query CampaignConditions($id: ID!) {\n    campaignConditions(id: $id) {\n      text\n      count\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignProblems($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime) {\n    campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {\n      code\n      severity\n      message\n      count\n      contacts {\n        id\n        firstName\n        lastName\n        email\n      }\n      finishesAt\n    }\n  }\n"): (typeof documents)["\n  query CampaignProblems($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime) {\n    campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {\n      code\n      severity\n      message\n      count\n      contacts {\n        id\n        firstName\n        lastName\n        email\n      }\n      finishesAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendTestMail($input: SendTestMailInput!) {\n    sendTestMail(input: $input) {\n      testMail {\n        email\n        sent\n        failure {\n          message\n          howToFix\n        }\n        others {\n          email\n          sent\n          failure {\n            message\n            howToFix\n          }\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SendTestMail($input: SendTestMailInput!) {\n    sendTestMail(input: $input) {\n      testMail {\n        email\n        sent\n        failure {\n          message\n          howToFix\n        }\n        others {\n          email\n          sent\n          failure {\n            message\n            howToFix\n          }\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RecipientFiles($id: ID!, $only: RecipientFileProblem) {\n    campaign(id: $id) {\n      id\n      filePattern\n      filesKeptDays\n    }\n    recipientFilePlan(id: $id, only: $only) {\n      recipients\n      missing\n      doubtful\n      shared\n      fileCount\n      bytes\n      unusedCount\n      unused {\n        id\n        name\n      }\n      rowCount\n      rows {\n        contactId\n        name\n        email\n        wanted\n        problem\n        sharedWith\n        files {\n          id\n          name\n          size\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query RecipientFiles($id: ID!, $only: RecipientFileProblem) {\n    campaign(id: $id) {\n      id\n      filePattern\n      filesKeptDays\n    }\n    recipientFilePlan(id: $id, only: $only) {\n      recipients\n      missing\n      doubtful\n      shared\n      fileCount\n      bytes\n      unusedCount\n      unused {\n        id\n        name\n      }\n      rowCount\n      rows {\n        contactId\n        name\n        email\n        wanted\n        problem\n        sharedWith\n        files {\n          id\n          name\n          size\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetTrackOpens($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        trackOpens\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetTrackOpens($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        trackOpens\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetFilePattern($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        filePattern\n        filesKeptDays\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetFilePattern($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        filePattern\n        filesKeptDays\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddRecipientFiles($input: AddRecipientFilesInput!) {\n    addRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddRecipientFiles($input: AddRecipientFilesInput!) {\n    addRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveRecipientFiles($input: RemoveRecipientFilesInput!) {\n    removeRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveRecipientFiles($input: RemoveRecipientFilesInput!) {\n    removeRecipientFiles(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UndoTime {\n    emailSettings {\n      undoSeconds\n      launchApproval\n    }\n  }\n"): (typeof documents)["\n  query UndoTime {\n    emailSettings {\n      undoSeconds\n      launchApproval\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MergeSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      status\n      subject\n      content\n      useHtmlBuilder\n      language\n      emailsPer\n      totalContacts\n      attachments {\n        id\n        name\n        document\n      }\n      sheet {\n        ...ConnectedSheet\n      }\n    }\n  }\n"): (typeof documents)["\n  query MergeSheet($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      status\n      subject\n      content\n      useHtmlBuilder\n      language\n      emailsPer\n      totalContacts\n      attachments {\n        id\n        name\n        document\n      }\n      sheet {\n        ...ConnectedSheet\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RowEmail on EmailLog {\n    id\n    sentAt\n    openedAt\n    clickedAt\n    repliedAt\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    error\n  }\n"): (typeof documents)["\n  fragment RowEmail on EmailLog {\n    id\n    sentAt\n    openedAt\n    clickedAt\n    repliedAt\n    bouncedAt\n    unsubscribedAt\n    failedAt\n    error\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MergeSheetRows(\n    $id: ID!\n    $first: Int!\n    $after: Int\n    $isLaunched: Boolean!\n    $about: ID!\n    $campaignId: ID\n    $filter: EmailLogFilter\n  ) {\n    sheetRows(id: $id, first: $first, after: $after, campaignId: $campaignId, filter: $filter) {\n      row\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      cells {\n        name\n        value\n      }\n      ownCells(campaignId: $about) {\n        name\n        value\n      }\n      email(campaignId: $about) @include(if: $isLaunched) {\n        ...RowEmail\n      }\n    }\n  }\n"): (typeof documents)["\n  query MergeSheetRows(\n    $id: ID!\n    $first: Int!\n    $after: Int\n    $isLaunched: Boolean!\n    $about: ID!\n    $campaignId: ID\n    $filter: EmailLogFilter\n  ) {\n    sheetRows(id: $id, first: $first, after: $after, campaignId: $campaignId, filter: $filter) {\n      row\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      cells {\n        name\n        value\n      }\n      ownCells(campaignId: $about) {\n        name\n        value\n      }\n      email(campaignId: $about) @include(if: $isLaunched) {\n        ...RowEmail\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DraftPeople($id: ID!, $first: Int!, $after: String) {\n    campaign(id: $id) {\n      id\n      selectedContacts(first: $first, after: $after) {\n        nodes {\n          id\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query DraftPeople($id: ID!, $first: Int!, $after: String) {\n    campaign(id: $id) {\n      id\n      selectedContacts(first: $first, after: $after) {\n        nodes {\n          id\n          firstName\n          lastName\n          email\n          fields {\n            name\n            value\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RowContact($id: ID!) {\n    contact(id: $id) {\n      id\n      serialNumber\n      fields {\n        name\n        value\n      }\n    }\n  }\n"): (typeof documents)["\n  query RowContact($id: ID!) {\n    contact(id: $id) {\n      id\n      serialNumber\n      fields {\n        name\n        value\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetRowCells($input: SetRowCellsInput!) {\n    setRowCells(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetRowCells($input: SetRowCellsInput!) {\n    setRowCells(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveSheetEmail($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        subject\n        content\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SaveSheetEmail($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      campaign {\n        id\n        subject\n        content\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewestDrafts($filter: CampaignFilter!) {\n    campaigns(first: 10, filter: $filter) {\n      nodes {\n        id\n        subject\n        content\n        useHtmlBuilder\n        sheet {\n          id\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query NewestDrafts($filter: CampaignFilter!) {\n    campaigns(first: 10, filter: $filter) {\n      nodes {\n        id\n        subject\n        content\n        useHtmlBuilder\n        sheet {\n          id\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateMergeDraft($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateMergeDraft($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CampaignCard on Campaign {\n    id\n    name\n    subject\n    status\n    statusReason\n    statusText\n    resumesAt\n    finishesAt\n    scheduledAt\n    undoSecondsLeft\n    totalContacts\n    approval {\n      status\n      canDecide\n    }\n    sentCount\n    failedCount\n    leftOutCount\n    repeatableCount\n    openedCount\n    clickedCount\n    createdAt\n    startedAt\n    sentAt\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dayOfMonth\n      nextRunAt\n      offBecause\n      runCount\n      sentCount\n    }\n    repeatOf {\n      id\n    }\n  }\n"): (typeof documents)["\n  fragment CampaignCard on Campaign {\n    id\n    name\n    subject\n    status\n    statusReason\n    statusText\n    resumesAt\n    finishesAt\n    scheduledAt\n    undoSecondsLeft\n    totalContacts\n    approval {\n      status\n      canDecide\n    }\n    sentCount\n    failedCount\n    leftOutCount\n    repeatableCount\n    openedCount\n    clickedCount\n    createdAt\n    startedAt\n    sentAt\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dayOfMonth\n      nextRunAt\n      offBecause\n      runCount\n      sentCount\n    }\n    repeatOf {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CampaignFigures on Campaign {\n    ...CampaignCard\n    pendingCount\n    deliveredCount\n    machineOpenedCount\n    bouncedCount\n    repliedCount\n    awayCount\n    unsubscribedCount\n    openRate\n    clickRate\n    opensTracked\n    clicksTracked\n    trackOpens\n    trackClicks\n    counts {\n      opens\n      clicks\n      machineOpens\n      machineClicks\n    }\n    successRate\n    isAbTest\n    mailboxes {\n      id\n      email\n      level\n      readsReplies\n      inboxError\n      inboxUnreadSince\n      wait {\n        reason\n        text\n        until\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment CampaignFigures on Campaign {\n    ...CampaignCard\n    pendingCount\n    deliveredCount\n    machineOpenedCount\n    bouncedCount\n    repliedCount\n    awayCount\n    unsubscribedCount\n    openRate\n    clickRate\n    opensTracked\n    clicksTracked\n    trackOpens\n    trackClicks\n    counts {\n      opens\n      clicks\n      machineOpens\n      machineClicks\n    }\n    successRate\n    isAbTest\n    mailboxes {\n      id\n      email\n      level\n      readsReplies\n      inboxError\n      inboxUnreadSince\n      wait {\n        reason\n        text\n        until\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CampaignSteps on Campaign {\n    replyMailboxes {\n      id\n      email\n      level\n      readsReplies\n    }\n    followingSince\n    localTimeZone\n    followUps {\n      step\n      waitDays\n      timeOfDay\n      timeZone\n      condition\n      link\n      subject\n      attachesFiles\n      totalContacts\n      sentCount\n      pendingCount\n      failedCount\n      openedCount\n      clickedCount\n      repliedCount\n      unsubscribedCount\n    }\n  }\n"): (typeof documents)["\n  fragment CampaignSteps on Campaign {\n    replyMailboxes {\n      id\n      email\n      level\n      readsReplies\n    }\n    followingSince\n    localTimeZone\n    followUps {\n      step\n      waitDays\n      timeOfDay\n      timeZone\n      condition\n      link\n      subject\n      attachesFiles\n      totalContacts\n      sentCount\n      pendingCount\n      failedCount\n      openedCount\n      clickedCount\n      repliedCount\n      unsubscribedCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CampaignDetails on Campaign {\n    ...CampaignFigures\n    sheet {\n      id\n    }\n    mailboxes {\n      id\n      isMine\n      owner {\n        id\n        name\n      }\n    }\n    attachments {\n      id\n      name\n      size\n    }\n    ...CampaignSteps\n  }\n"): (typeof documents)["\n  fragment CampaignDetails on Campaign {\n    ...CampaignFigures\n    sheet {\n      id\n    }\n    mailboxes {\n      id\n      isMine\n      owner {\n        id\n        name\n      }\n    }\n    attachments {\n      id\n      name\n      size\n    }\n    ...CampaignSteps\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Campaigns($first: Int!, $after: String) {\n    campaigns(first: $first, after: $after, filter: { runs: false }) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query Campaigns($first: Int!, $after: String) {\n    campaigns(first: $first, after: $after, filter: { runs: false }) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FoundCampaigns($first: Int!, $after: String, $filter: CampaignFilter!) {\n    campaigns(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query FoundCampaigns($first: Int!, $after: String, $filter: CampaignFilter!) {\n    campaigns(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignTotal($filter: CampaignFilter!) {\n    campaigns(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query CampaignTotal($filter: CampaignFilter!) {\n    campaigns(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignsUnderWay($filter: CampaignFilter!) {\n    campaigns(first: 500, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignsUnderWay($filter: CampaignFilter!) {\n    campaigns(first: 500, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...CampaignCard\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignsById($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Campaign {\n        ...CampaignCard\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignsById($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Campaign {\n        ...CampaignCard\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      ...CampaignDetails\n    }\n  }\n"): (typeof documents)["\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      ...CampaignDetails\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AbTest on Campaign {\n    id\n    abWinnerMetric\n    abWaitHours\n    abResults {\n      winner\n      text\n      waitingCount\n      decidesAt\n      decision {\n        winner\n        reason\n        metric\n        at\n        variants {\n          name\n          sent\n          opened\n          clicked\n          replied\n        }\n      }\n      variants {\n        name\n        subject\n        sent\n        opened\n        openRate\n        clicked\n        clickRate\n        replied\n        counts {\n          opens\n          clicks\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment AbTest on Campaign {\n    id\n    abWinnerMetric\n    abWaitHours\n    abResults {\n      winner\n      text\n      waitingCount\n      decidesAt\n      decision {\n        winner\n        reason\n        metric\n        at\n        variants {\n          name\n          sent\n          opened\n          clicked\n          replied\n        }\n      }\n      variants {\n        name\n        subject\n        sent\n        opened\n        openRate\n        clicked\n        clickRate\n        replied\n        counts {\n          opens\n          clicks\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignResponse($id: ID!) {\n    campaign(id: $id) {\n      id\n      welcome {\n        positive\n        choseLess\n        paused\n        complained\n      }\n      timeline {\n        bucketSeconds\n        points {\n          at\n          sent\n          opened\n          machineOpened\n          clicked\n        }\n      }\n      links {\n        url\n        people\n        clicks\n        machineClicks\n      }\n      ...AbTest\n    }\n  }\n"): (typeof documents)["\n  query CampaignResponse($id: ID!) {\n    campaign(id: $id) {\n      id\n      welcome {\n        positive\n        choseLess\n        paused\n        complained\n      }\n      timeline {\n        bucketSeconds\n        points {\n          at\n          sent\n          opened\n          machineOpened\n          clicked\n        }\n      }\n      links {\n        url\n        people\n        clicks\n        machineClicks\n      }\n      ...AbTest\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignContent($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      content\n      useHtmlBuilder\n      htmlTemplate\n      emailsPer\n      sheet {\n        id\n      }\n      attachments {\n        id\n        name\n        document\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignContent($id: ID!) {\n    campaign(id: $id) {\n      id\n      name\n      subject\n      content\n      useHtmlBuilder\n      htmlTemplate\n      emailsPer\n      sheet {\n        id\n      }\n      attachments {\n        id\n        name\n        document\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CampaignsChanged {\n    campaignsChanged {\n      campaigns {\n        ...CampaignCard\n      }\n      removed\n      tenant {\n        ...SendingStopOfTenant\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription CampaignsChanged {\n    campaignsChanged {\n      campaigns {\n        ...CampaignCard\n      }\n      removed\n      tenant {\n        ...SendingStopOfTenant\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CampaignTouched($id: ID!) {\n    campaignProgress(id: $id) {\n      id\n    }\n  }\n"): (typeof documents)["\n  subscription CampaignTouched($id: ID!) {\n    campaignProgress(id: $id) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      ...CampaignFigures\n      ...CampaignSteps\n    }\n  }\n"): (typeof documents)["\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      ...CampaignFigures\n      ...CampaignSteps\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LaunchedBy($id: ID!) {\n    campaign(id: $id) {\n      id\n      launchedBy {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query LaunchedBy($id: ID!) {\n    campaign(id: $id) {\n      id\n      launchedBy {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WorkspaceFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        warmup\n      }\n    }\n  }\n"): (typeof documents)["\n  query WorkspaceFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        warmup\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WorkspaceTracking {\n    emailSettings {\n      tracking\n    }\n  }\n"): (typeof documents)["\n  query WorkspaceTracking {\n    emailSettings {\n      tracking\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RepeatableCount($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeatableCount\n    }\n  }\n"): (typeof documents)["\n  query RepeatableCount($id: ID!) {\n    campaign(id: $id) {\n      id\n      repeatableCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Topics {\n    emailSettings {\n      topics {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query Topics {\n    emailSettings {\n      topics {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WorkspaceLanguage {\n    emailSettings {\n      language\n    }\n  }\n"): (typeof documents)["\n  query WorkspaceLanguage {\n    emailSettings {\n      language\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PreviewMail($input: MailInput!) {\n    previewMail(input: $input) {\n      from {\n        name\n        address\n      }\n      to {\n        name\n        address\n      }\n      replyTo {\n        name\n        address\n      }\n      cc {\n        name\n        address\n      }\n      bcc {\n        name\n        address\n      }\n      subject\n      htmlForDisplay\n      attachments {\n        name\n        size\n        inline\n        isDocument\n        problem\n      }\n      size\n    }\n  }\n"): (typeof documents)["\n  query PreviewMail($input: MailInput!) {\n    previewMail(input: $input) {\n      from {\n        name\n        address\n      }\n      to {\n        name\n        address\n      }\n      replyTo {\n        name\n        address\n      }\n      cc {\n        name\n        address\n      }\n      bcc {\n        name\n        address\n      }\n      subject\n      htmlForDisplay\n      attachments {\n        name\n        size\n        inline\n        isDocument\n        problem\n      }\n      size\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PreviewDocuments($input: MailInput!) {\n    previewMail(input: $input) {\n      attachments {\n        name\n        contentType\n        isDocument\n        problem\n        contentBytes\n      }\n    }\n  }\n"): (typeof documents)["\n  query PreviewDocuments($input: MailInput!) {\n    previewMail(input: $input) {\n      attachments {\n        name\n        contentType\n        isDocument\n        problem\n        contentBytes\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PreviewRecipient($campaignId: ID!, $after: ID, $before: ID, $contactId: ID, $search: String, $hasGap: Boolean) {\n    previewRecipient(\n      campaignId: $campaignId\n      after: $after\n      before: $before\n      contactId: $contactId\n      search: $search\n      hasGap: $hasGap\n    ) {\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      position\n      total\n      gaps\n    }\n  }\n"): (typeof documents)["\n  query PreviewRecipient($campaignId: ID!, $after: ID, $before: ID, $contactId: ID, $search: String, $hasGap: Boolean) {\n    previewRecipient(\n      campaignId: $campaignId\n      after: $after\n      before: $before\n      contactId: $contactId\n      search: $search\n      hasGap: $hasGap\n    ) {\n      contact {\n        id\n        firstName\n        lastName\n        email\n      }\n      position\n      total\n      gaps\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Rehearsal($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        status\n        error\n        reportedAt\n        changed(mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone)\n        task {\n          ...TaskRow\n        }\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Rehearsal($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        status\n        error\n        reportedAt\n        changed(mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone)\n        task {\n          ...TaskRow\n        }\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LaunchedRehearsal($id: ID!) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        reportedAt\n        changed\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query LaunchedRehearsal($id: ID!) {\n    campaign(id: $id) {\n      id\n      rehearsal {\n        reportedAt\n        changed\n        report {\n          ...RehearsalReportFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RehearsalReportFields on RehearsalReport {\n    recipients\n    emails\n    startsAt\n    finishesAt\n    decidesAt\n    followUps {\n      step\n      firstAt\n      lastAt\n    }\n    localTimeZone\n    waves {\n      timeZone\n      utcOffset\n      doubts {\n        text\n        timeZones\n        recipients\n      }\n      recipients\n      at\n      leavesAt\n    }\n    limits {\n      reason\n      message\n    }\n    largestBytes\n    findings {\n      code\n      section\n      message\n      count\n      tag\n      examples {\n        contactId\n        contact {\n          id\n          firstName\n          lastName\n          email\n        }\n        other {\n          id\n          email\n        }\n        meantDomain\n        campaign {\n          id\n          name\n        }\n        sentBy\n        sentAt\n        awayUntil\n        awayDateGiven\n        reason\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment RehearsalReportFields on RehearsalReport {\n    recipients\n    emails\n    startsAt\n    finishesAt\n    decidesAt\n    followUps {\n      step\n      firstAt\n      lastAt\n    }\n    localTimeZone\n    waves {\n      timeZone\n      utcOffset\n      doubts {\n        text\n        timeZones\n        recipients\n      }\n      recipients\n      at\n      leavesAt\n    }\n    limits {\n      reason\n      message\n    }\n    largestBytes\n    findings {\n      code\n      section\n      message\n      count\n      tag\n      examples {\n        contactId\n        contact {\n          id\n          firstName\n          lastName\n          email\n        }\n        other {\n          id\n          email\n        }\n        meantDomain\n        campaign {\n          id\n          name\n        }\n        sentBy\n        sentAt\n        awayUntil\n        awayDateGiven\n        reason\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RehearseCampaign($input: RehearseCampaignInput!) {\n    rehearseCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RehearseCampaign($input: RehearseCampaignInput!) {\n    rehearseCampaign(input: $input) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RepeatOfCampaign on Campaign {\n    id\n    name\n    subject\n    status\n    sheet {\n      id\n      source {\n        kind\n      }\n    }\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dateOrder\n      dayOfMonth\n      timeOfDay\n      timeZone\n      onWorkingDays\n      includesExisting\n      mailboxes {\n        id\n        email\n      }\n      nextRunAt\n      lastRunAt\n      offBecause\n      offAt\n      skippedCount\n      skippedAt\n      runCount\n      sentCount\n    }\n  }\n"): (typeof documents)["\n  fragment RepeatOfCampaign on Campaign {\n    id\n    name\n    subject\n    status\n    sheet {\n      id\n      source {\n        kind\n      }\n    }\n    repeat {\n      isOn\n      kind\n      label\n      segmentId\n      segment {\n        id\n        name\n      }\n      field\n      offsetDays\n      isYearly\n      dateOrder\n      dayOfMonth\n      timeOfDay\n      timeZone\n      onWorkingDays\n      includesExisting\n      mailboxes {\n        id\n        email\n      }\n      nextRunAt\n      lastRunAt\n      offBecause\n      offAt\n      skippedCount\n      skippedAt\n      runCount\n      sentCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignRepeat($id: ID!) {\n    campaign(id: $id) {\n      ...RepeatOfCampaign\n    }\n  }\n"): (typeof documents)["\n  query CampaignRepeat($id: ID!) {\n    campaign(id: $id) {\n      ...RepeatOfCampaign\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RepeatPreview($id: ID!, $rule: RepeatRuleInput!) {\n    campaign(id: $id) {\n      id\n      repeatPreview(rule: $rule) {\n        runsAt\n        recipients\n        suppressed\n        overCeiling\n        unreadable\n        examples {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query RepeatPreview($id: ID!, $rule: RepeatRuleInput!) {\n    campaign(id: $id) {\n      id\n      repeatPreview(rule: $rule) {\n        runsAt\n        recipients\n        suppressed\n        overCeiling\n        unreadable\n        examples {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RepeatCampaign($input: RepeatCampaignInput!) {\n    repeatCampaign(input: $input) {\n      campaign {\n        ...RepeatOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RepeatCampaign($input: RepeatCampaignInput!) {\n    repeatCampaign(input: $input) {\n      campaign {\n        ...RepeatOfCampaign\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignRuns($id: ID!, $first: Int!, $after: String) {\n    campaigns(filter: { repeatOf: $id }, first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          status\n          statusReason\n          undoSecondsLeft\n          scheduledAt\n          totalContacts\n          sentCount\n          failedCount\n          leftOutCount\n          openedCount\n          repliedCount\n          createdAt\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query CampaignRuns($id: ID!, $first: Int!, $after: String) {\n    campaigns(filter: { repeatOf: $id }, first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          status\n          statusReason\n          undoSecondsLeft\n          scheduledAt\n          totalContacts\n          sentCount\n          failedCount\n          leftOutCount\n          openedCount\n          repliedCount\n          createdAt\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SendingStopOfTenant on Tenant {\n    id\n    sendingStop {\n      stoppedAt\n      stoppedBy\n      inFlight\n      leftAfter\n      overdue\n    }\n  }\n"): (typeof documents)["\n  fragment SendingStopOfTenant on Tenant {\n    id\n    sendingStop {\n      stoppedAt\n      stoppedBy\n      inFlight\n      leftAfter\n      overdue\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RepeatingCampaigns {\n    campaigns(first: 20, filter: { repeats: true }) {\n      edges {\n        cursor\n        node {\n          id\n          status\n          repeat {\n            isOn\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query RepeatingCampaigns {\n    campaigns(first: 20, filter: { repeats: true }) {\n      edges {\n        cursor\n        node {\n          id\n          status\n          repeat {\n            isOn\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StopAll {\n    stopAllSending {\n      sendingStop {\n        stoppedAt\n        stoppedBy\n        inFlight\n        leftAfter\n        overdue\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StopAll {\n    stopAllSending {\n      sendingStop {\n        stoppedAt\n        stoppedBy\n        inFlight\n        leftAfter\n        overdue\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResumeAll {\n    resumeAllSending(input: {}) {\n      tenant {\n        ...SendingStopOfTenant\n      }\n      paused {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResumeAll {\n    resumeAllSending(input: {}) {\n      tenant {\n        ...SendingStopOfTenant\n      }\n      paused {\n        ...CampaignCard\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StoppedBy on Mailbox {\n    id\n    email\n    isMine\n    owner {\n      id\n      name\n    }\n    stoppedCampaigns\n  }\n"): (typeof documents)["\n  fragment StoppedBy on Mailbox {\n    id\n    email\n    isMine\n    owner {\n      id\n      name\n    }\n    stoppedCampaigns\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StoppedCampaigns {\n    mailboxes {\n      ...StoppedBy\n    }\n  }\n"): (typeof documents)["\n  query StoppedCampaigns {\n    mailboxes {\n      ...StoppedBy\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResumeStopped($mailboxId: ID!) {\n    resumeStoppedCampaigns(input: { mailboxId: $mailboxId }) {\n      mailbox {\n        ...StoppedBy\n      }\n      resumed {\n        ...CampaignCard\n      }\n      refused {\n        campaignId\n        name\n        message\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResumeStopped($mailboxId: ID!) {\n    resumeStoppedCampaigns(input: { mailboxId: $mailboxId }) {\n      mailbox {\n        ...StoppedBy\n      }\n      resumed {\n        ...CampaignCard\n      }\n      refused {\n        campaignId\n        name\n        message\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment UncertainEmail on EmailLog {\n    id\n    contactName\n    contactEmail\n    status\n    attemptedAt\n    error\n    campaign {\n      id\n      name\n      status\n    }\n    mailbox {\n      id\n      email\n    }\n  }\n"): (typeof documents)["\n  fragment UncertainEmail on EmailLog {\n    id\n    contactName\n    contactEmail\n    status\n    attemptedAt\n    error\n    campaign {\n      id\n      name\n      status\n    }\n    mailbox {\n      id\n      email\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UncertainEmails($first: Int!, $after: String) {\n    uncertainEmails(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...UncertainEmail\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query UncertainEmails($first: Int!, $after: String) {\n    uncertainEmails(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...UncertainEmail\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UncertainCount {\n    uncertainEmails(first: 1) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query UncertainCount {\n    uncertainEmails(first: 1) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AskMailbox($ids: [ID!]!) {\n    askMailbox(input: { emailLogIds: $ids }) {\n      askedEmails {\n        answer\n        emailLog {\n          ...UncertainEmail\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AskMailbox($ids: [ID!]!) {\n    askMailbox(input: { emailLogIds: $ids }) {\n      askedEmails {\n        answer\n        emailLog {\n          ...UncertainEmail\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmArrived($ids: [ID!]!) {\n    confirmArrived(input: { emailLogIds: $ids }) {\n      emailLogs {\n        ...UncertainEmail\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmArrived($ids: [ID!]!) {\n    confirmArrived(input: { emailLogIds: $ids }) {\n      emailLogs {\n        ...UncertainEmail\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SessionCheck {\n    tenant {\n      id\n    }\n  }\n"): (typeof documents)["\n  query SessionCheck {\n    tenant {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AllFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        apiAccess\n        warmup\n      }\n    }\n  }\n"): (typeof documents)["\n  query AllFeatures {\n    tenant {\n      id\n      features {\n        htmlBuilder\n        abTesting\n        attachments\n        tracking\n        apiAccess\n        warmup\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MustSetUp {\n    currentUser {\n      id\n      mustSetUpSecondFactor\n    }\n  }\n"): (typeof documents)["\n  query MustSetUp {\n    currentUser {\n      id\n      mustSetUpSecondFactor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Refusal on UserError {\n    code\n    field\n    message\n  }\n"): (typeof documents)["\n  fragment Refusal on UserError {\n    code\n    field\n    message\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactHistory($id: ID!, $first: Int!, $after: String) {\n    contact(id: $id) {\n      id\n      emailLogs(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            id\n            status\n            step\n            error\n            failure {\n              message\n            }\n            events {\n              kind\n              at\n              machine\n              url\n              detail\n            }\n            campaign {\n              id\n              name\n            }\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ContactHistory($id: ID!, $first: Int!, $after: String) {\n    contact(id: $id) {\n      id\n      emailLogs(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            id\n            status\n            step\n            error\n            failure {\n              message\n            }\n            events {\n              kind\n              at\n              machine\n              url\n              detail\n            }\n            campaign {\n              id\n              name\n            }\n          }\n        }\n        pageInfo {\n          endCursor\n          hasNextPage\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Contacts($first: Int!, $after: String, $filter: ContactFilter, $orderBy: ContactOrder) {\n    contacts(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...ContactRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query Contacts($first: Int!, $after: String, $filter: ContactFilter, $orderBy: ContactOrder) {\n    contacts(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...ContactRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactTotal($filter: ContactFilter) {\n    contacts(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query ContactTotal($filter: ContactFilter) {\n    contacts(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ContactRow on Contact {\n    id\n    firstName\n    lastName\n    email\n    serialNumber\n    createdAt\n    tags\n    suppressed\n    untracked\n    fields {\n      name\n      value\n    }\n  }\n"): (typeof documents)["\n  fragment ContactRow on Contact {\n    id\n    firstName\n    lastName\n    email\n    serialNumber\n    createdAt\n    tags\n    suppressed\n    untracked\n    fields {\n      name\n      value\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactIds($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query ContactIds($first: Int!, $after: String, $filter: ContactFilter) {\n    contacts(first: $first, after: $after, filter: $filter) {\n      edges {\n        node {\n          id\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateContact($input: CreateContactInput!) {\n    createContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateContact($input: CreateContactInput!) {\n    createContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteContact($id: ID!) {\n    deleteContact(input: { id: $id }) {\n      contact {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteContact($id: ID!) {\n    deleteContact(input: { id: $id }) {\n      contact {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteContacts($input: DeleteContactsInput!) {\n    deleteContacts(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteContacts($input: DeleteContactsInput!) {\n    deleteContacts(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateContact($input: UpdateContactInput!) {\n    updateContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateContact($input: UpdateContactInput!) {\n    updateContact(input: $input) {\n      contact {\n        ...ContactRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ExcludeFromTracking($input: ExcludeFromTrackingInput!) {\n    excludeFromTracking(input: $input) {\n      contactCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ExcludeFromTracking($input: ExcludeFromTrackingInput!) {\n    excludeFromTracking(input: $input) {\n      contactCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddTags($input: AddTagsInput!) {\n    addTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddTags($input: AddTagsInput!) {\n    addTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveTags($input: RemoveTagsInput!) {\n    removeTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveTags($input: RemoveTagsInput!) {\n    removeTags(input: $input) {\n      contactCount\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactTags {\n    contactTags {\n      name\n      contactCount\n    }\n  }\n"): (typeof documents)["\n  query ContactTags {\n    contactTags {\n      name\n      contactCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactFields {\n    contactFields {\n      name\n      contactCount\n    }\n  }\n"): (typeof documents)["\n  query ContactFields {\n    contactFields {\n      name\n      contactCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SegmentRow on Segment {\n    id\n    name\n    contactCount\n    filter {\n      search\n      tags\n      withoutTags\n      fields {\n        name\n        equals\n        contains\n        isEmpty\n      }\n      suppressed\n      campaignOutcome {\n        campaignId\n        outcome\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment SegmentRow on Segment {\n    id\n    name\n    contactCount\n    filter {\n      search\n      tags\n      withoutTags\n      fields {\n        name\n        equals\n        contains\n        isEmpty\n      }\n      suppressed\n      campaignOutcome {\n        campaignId\n        outcome\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FilterChoices {\n    segments {\n      ...SegmentRow\n    }\n    contactTags {\n      name\n      contactCount\n    }\n  }\n"): (typeof documents)["\n  query FilterChoices {\n    segments {\n      ...SegmentRow\n    }\n    contactTags {\n      name\n      contactCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateSegment($input: UpdateSegmentInput!) {\n    updateSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateSegment($input: UpdateSegmentInput!) {\n    updateSegment(input: $input) {\n      segment {\n        ...SegmentRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteSegment($id: ID!) {\n    deleteSegment(input: { id: $id }) {\n      segment {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteSegment($id: ID!) {\n    deleteSegment(input: { id: $id }) {\n      segment {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConnectedSheet on Sheet {\n    id\n    name\n    columns\n    rowCount\n    personCount\n    source {\n      kind\n      host\n      link\n      keyColumn\n      state\n      problem\n      rejectedRows\n      readAt\n      changedAt\n      writes\n      writtenTitles\n      writtenAt\n      writeProblem\n      conflicts {\n        line\n        column\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment ConnectedSheet on Sheet {\n    id\n    name\n    columns\n    rowCount\n    personCount\n    source {\n      kind\n      host\n      link\n      keyColumn\n      state\n      problem\n      rejectedRows\n      readAt\n      changedAt\n      writes\n      writtenTitles\n      writtenAt\n      writeProblem\n      conflicts {\n        line\n        column\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Sheets {\n    sheets {\n      ...ConnectedSheet\n    }\n  }\n"): (typeof documents)["\n  query Sheets {\n    sheets {\n      ...ConnectedSheet\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConnectSheet($input: ConnectSheetInput!) {\n    connectSheet(input: $input) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConnectSheet($input: ConnectSheetInput!) {\n    connectSheet(input: $input) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReadSheet($id: ID!, $acceptColumns: Boolean) {\n    readSheet(input: { id: $id, acceptColumns: $acceptColumns }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ReadSheet($id: ID!, $acceptColumns: Boolean) {\n    readSheet(input: { id: $id, acceptColumns: $acceptColumns }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetSheetWriting($id: ID!, $writes: Boolean!) {\n    setSheetWriting(input: { id: $id, writes: $writes }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetSheetWriting($id: ID!, $writes: Boolean!) {\n    setSheetWriting(input: { id: $id, writes: $writes }) {\n      sheet {\n        ...ConnectedSheet\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteSheet($id: ID!) {\n    deleteSheet(input: { id: $id }) {\n      sheet {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteSheet($id: ID!) {\n    deleteSheet(input: { id: $id }) {\n      sheet {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SuppressionRow on Suppression {\n    id\n    email\n    reason\n    note\n    createdAt\n  }\n"): (typeof documents)["\n  fragment SuppressionRow on Suppression {\n    id\n    email\n    reason\n    note\n    createdAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Suppressions($first: Int!, $after: String, $filter: SuppressionFilter) {\n    suppressions(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...SuppressionRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query Suppressions($first: Int!, $after: String, $filter: SuppressionFilter) {\n    suppressions(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...SuppressionRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SuppressionTotal($filter: SuppressionFilter) {\n    suppressions(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query SuppressionTotal($filter: SuppressionFilter) {\n    suppressions(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddSuppressions($input: AddSuppressionsInput!) {\n    addSuppressions(input: $input) {\n      added\n      known\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddSuppressions($input: AddSuppressionsInput!) {\n    addSuppressions(input: $input) {\n      added\n      known\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveSuppressions($ids: [ID!]!) {\n    removeSuppressions(input: { ids: $ids }) {\n      removedCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveSuppressions($ids: [ID!]!) {\n    removeSuppressions(input: { ids: $ids }) {\n      removedCount\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ImportRow on ContactImport {\n    id\n    fileName\n    added\n    changed\n    tagged\n    ignored\n    rejected\n    rejectedUrl\n    skipped\n    sheet {\n      id\n      rowCount\n      personCount\n    }\n    createdAt\n    undone {\n      at\n      removed\n      restored\n      left\n      leftEmails\n    }\n  }\n"): (typeof documents)["\n  fragment ImportRow on ContactImport {\n    id\n    fileName\n    added\n    changed\n    tagged\n    ignored\n    rejected\n    rejectedUrl\n    skipped\n    sheet {\n      id\n      rowCount\n      personCount\n    }\n    createdAt\n    undone {\n      at\n      removed\n      restored\n      left\n      leftEmails\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TaskRow on Task {\n    id\n    kind\n    status\n    done\n    total\n    message\n    error\n    startedBy\n    createdAt\n    fileId\n    import {\n      ...ImportRow\n    }\n  }\n"): (typeof documents)["\n  fragment TaskRow on Task {\n    id\n    kind\n    status\n    done\n    total\n    message\n    error\n    startedBy\n    createdAt\n    fileId\n    import {\n      ...ImportRow\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Tasks($first: Int!) {\n    tasks(first: $first) {\n      edges {\n        node {\n          ...TaskRow\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Tasks($first: Int!) {\n    tasks(first: $first) {\n      edges {\n        node {\n          ...TaskRow\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Task($id: ID!) {\n    task(id: $id) {\n      ...TaskRow\n    }\n  }\n"): (typeof documents)["\n  query Task($id: ID!) {\n    task(id: $id) {\n      ...TaskRow\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription TaskProgress($id: ID!) {\n    taskProgress(id: $id) {\n      ...TaskRow\n    }\n  }\n"): (typeof documents)["\n  subscription TaskProgress($id: ID!) {\n    taskProgress(id: $id) {\n      ...TaskRow\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelTask($id: ID!) {\n    cancelTask(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelTask($id: ID!) {\n    cancelTask(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ImportPreview($id: ID!, $choice: ImportChoiceInput) {\n    importPreview(id: $id, choice: $choice) {\n      id\n      fileName\n      sheets {\n        name\n        rowCount\n        problem\n      }\n      sheet\n      columns {\n        index\n        letter\n        header\n        field\n        name\n        samples\n      }\n      head {\n        row\n        cells\n      }\n      problem\n      added {\n        ...PreviewRows\n      }\n      changed {\n        ...PreviewRows\n      }\n      unchanged {\n        ...PreviewRows\n      }\n      repeated {\n        ...PreviewRows\n      }\n      rejected {\n        ...PreviewRows\n      }\n      reasons {\n        reason\n        count\n      }\n      encoding\n      notices {\n        kind\n        count\n        message\n      }\n      skipped\n      severalRows\n      severalAddresses\n      titles {\n        field\n        count\n        samples\n      }\n      room\n      leftOut\n    }\n  }\n"): (typeof documents)["\n  query ImportPreview($id: ID!, $choice: ImportChoiceInput) {\n    importPreview(id: $id, choice: $choice) {\n      id\n      fileName\n      sheets {\n        name\n        rowCount\n        problem\n      }\n      sheet\n      columns {\n        index\n        letter\n        header\n        field\n        name\n        samples\n      }\n      head {\n        row\n        cells\n      }\n      problem\n      added {\n        ...PreviewRows\n      }\n      changed {\n        ...PreviewRows\n      }\n      unchanged {\n        ...PreviewRows\n      }\n      repeated {\n        ...PreviewRows\n      }\n      rejected {\n        ...PreviewRows\n      }\n      reasons {\n        reason\n        count\n      }\n      encoding\n      notices {\n        kind\n        count\n        message\n      }\n      skipped\n      severalRows\n      severalAddresses\n      titles {\n        field\n        count\n        samples\n      }\n      room\n      leftOut\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PreviewRows on ImportRows {\n    count\n    rows {\n      row\n      email\n      values {\n        name\n        value\n      }\n      changes {\n        name\n        before\n        after\n      }\n      reason\n    }\n  }\n"): (typeof documents)["\n  fragment PreviewRows on ImportRows {\n    count\n    rows {\n      row\n      email\n      values {\n        name\n        value\n      }\n      changes {\n        name\n        before\n        after\n      }\n      reason\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CommitImport($id: ID!, $choice: ImportChoiceInput) {\n    commitImport(input: { id: $id, choice: $choice }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CommitImport($id: ID!, $choice: ImportChoiceInput) {\n    commitImport(input: { id: $id, choice: $choice }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UndoImport($id: ID!) {\n    undoImport(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UndoImport($id: ID!) {\n    undoImport(input: { id: $id }) {\n      task {\n        ...TaskRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactImports($first: Int!, $after: String) {\n    contactImports(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...ImportRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query ContactImports($first: Int!, $after: String) {\n    contactImports(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...ImportRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Stats {\n    stats {\n      totalContacts\n      totalCampaigns\n      campaignsSent\n      campaignsFailed\n      activeCampaigns\n      openRate\n      clickRate\n      opensTracked\n      clicksTracked\n      successRate\n      hasSent\n      hasMailbox\n      hasTested\n      fromLastMonth {\n        totalContacts\n        totalCampaigns\n        campaignsSent\n        openRate\n        clickRate\n      }\n    }\n  }\n"): (typeof documents)["\n  query Stats {\n    stats {\n      totalContacts\n      totalCampaigns\n      campaignsSent\n      campaignsFailed\n      activeCampaigns\n      openRate\n      clickRate\n      opensTracked\n      clicksTracked\n      successRate\n      hasSent\n      hasMailbox\n      hasTested\n      fromLastMonth {\n        totalContacts\n        totalCampaigns\n        campaignsSent\n        openRate\n        clickRate\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CustomFields {\n    contactFields {\n      name\n    }\n  }\n"): (typeof documents)["\n  query CustomFields {\n    contactFields {\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SalesAddress {\n    server {\n      salesEmail\n    }\n  }\n"): (typeof documents)["\n  query SalesAddress {\n    server {\n      salesEmail\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailServers($email: String!) {\n    mailServers(email: $email) {\n      smtp {\n        ...ServerFields\n      }\n      imap {\n        ...ServerFields\n      }\n      source\n      hostName\n      appPassword\n      help\n      before\n      refusal\n      signIn\n    }\n  }\n"): (typeof documents)["\n  query MailServers($email: String!) {\n    mailServers(email: $email) {\n      smtp {\n        ...ServerFields\n      }\n      imap {\n        ...ServerFields\n      }\n      source\n      hostName\n      appPassword\n      help\n      before\n      refusal\n      signIn\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerFields on MailServer {\n    host\n    port\n    security\n    user\n  }\n"): (typeof documents)["\n  fragment ServerFields on MailServer {\n    host\n    port\n    security\n    user\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StepFields on ConnectionStep {\n    step\n    state\n    text\n    fix\n    link\n    answer\n  }\n"): (typeof documents)["\n  fragment StepFields on ConnectionStep {\n    step\n    state\n    text\n    fix\n    link\n    answer\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConnectSmtpMailbox($input: ConnectSmtpMailboxInput!) {\n    connectSmtpMailbox(input: $input) {\n      mailbox {\n        id\n        email\n        status\n      }\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConnectSmtpMailbox($input: ConnectSmtpMailboxInput!) {\n    connectSmtpMailbox(input: $input) {\n      mailbox {\n        id\n        email\n        status\n      }\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestMailbox($id: ID!, $attempt: String) {\n    testMailbox(input: { id: $id, attempt: $attempt }) {\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation TestMailbox($id: ID!, $attempt: String) {\n    testMailbox(input: { id: $id, attempt: $attempt }) {\n      steps {\n        ...StepFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetCopyToSelf($id: ID!, $copyToSelf: Boolean!) {\n    updateMailbox(input: { id: $id, copyToSelf: $copyToSelf }) {\n      mailbox {\n        id\n        servers {\n          smtp {\n            ...ServerFields\n          }\n          imap {\n            ...ServerFields\n          }\n          copyToSelf\n          keepsCopy\n          signIn\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetCopyToSelf($id: ID!, $copyToSelf: Boolean!) {\n    updateMailbox(input: { id: $id, copyToSelf: $copyToSelf }) {\n      mailbox {\n        id\n        servers {\n          smtp {\n            ...ServerFields\n          }\n          imap {\n            ...ServerFields\n          }\n          copyToSelf\n          keepsCopy\n          signIn\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ConnectionProgress($attempt: String!) {\n    connectionProgress(attempt: $attempt) {\n      steps {\n        step\n        state\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription ConnectionProgress($attempt: String!) {\n    connectionProgress(attempt: $attempt) {\n      steps {\n        step\n        state\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailboxSignatures {\n    mailboxes {\n      id\n      canSend\n      signature\n    }\n  }\n"): (typeof documents)["\n  query MailboxSignatures {\n    mailboxes {\n      id\n      canSend\n      signature\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailboxAddresses {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      canSend\n      isDefault\n      lastUsed\n      sendAs {\n        address\n        kind\n        canSend\n      }\n    }\n  }\n"): (typeof documents)["\n  query MailboxAddresses {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      canSend\n      isDefault\n      lastUsed\n      sendAs {\n        address\n        kind\n        canSend\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailboxStates {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      isMine\n      owner {\n        id\n        name\n      }\n      isDefault\n      canSend\n      lastUsed\n    }\n  }\n"): (typeof documents)["\n  query MailboxStates {\n    mailboxes {\n      id\n      email\n      provider\n      status\n      isMine\n      owner {\n        id\n        name\n      }\n      isDefault\n      canSend\n      lastUsed\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnPlan {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n      upgradeRequest {\n        subscriptionTier\n        requestedAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query OwnPlan {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n      upgradeRequest {\n        subscriptionTier\n        requestedAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RequestUpgrade($input: RequestUpgradeInput!) {\n    requestUpgrade(input: $input) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n          requestedAt\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RequestUpgrade($input: RequestUpgradeInput!) {\n    requestUpgrade(input: $input) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n          requestedAt\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ReplyRow on Reply {\n    id\n    fromEmail\n    answerTo\n    receivedAt\n    canRead\n    doneAt\n    doneBy {\n      id\n      name\n    }\n    snoozedUntil\n    isPositive\n    answeredAt\n    answering {\n      id\n      name\n    }\n    answers {\n      id\n      state\n      undoUntil\n      undoSecondsLeft\n      emailLog {\n        id\n        failure {\n          message\n          howToFix\n        }\n      }\n    }\n    assignee {\n      id\n      name\n    }\n    emailLog {\n      id\n      contactName\n      contactEmail\n    }\n    campaign {\n      id\n      name\n    }\n    mailbox {\n      id\n      email\n      provider\n    }\n  }\n"): (typeof documents)["\n  fragment ReplyRow on Reply {\n    id\n    fromEmail\n    answerTo\n    receivedAt\n    canRead\n    doneAt\n    doneBy {\n      id\n      name\n    }\n    snoozedUntil\n    isPositive\n    answeredAt\n    answering {\n      id\n      name\n    }\n    answers {\n      id\n      state\n      undoUntil\n      undoSecondsLeft\n      emailLog {\n        id\n        failure {\n          message\n          howToFix\n        }\n      }\n    }\n    assignee {\n      id\n      name\n    }\n    emailLog {\n      id\n      contactName\n      contactEmail\n    }\n    campaign {\n      id\n      name\n    }\n    mailbox {\n      id\n      email\n      provider\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Replies($first: Int!, $after: String, $filter: ReplyFilter) {\n    replies(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...ReplyRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): (typeof documents)["\n  query Replies($first: Int!, $after: String, $filter: ReplyFilter) {\n    replies(first: $first, after: $after, filter: $filter) {\n      edges {\n        cursor\n        node {\n          ...ReplyRow\n        }\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OpenReplies($filter: ReplyFilter!) {\n    replies(filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query OpenReplies($filter: ReplyFilter!) {\n    replies(filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReplyMail($id: ID!) {\n    replyMail(id: $id) {\n      subject\n      text\n      wholeText\n      url\n      problem\n      message\n    }\n  }\n"): (typeof documents)["\n  query ReplyMail($id: ID!) {\n    replyMail(id: $id) {\n      subject\n      text\n      wholeText\n      url\n      problem\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateReplies($input: UpdateRepliesInput!) {\n    updateReplies(input: $input) {\n      replies {\n        ...ReplyRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateReplies($input: UpdateRepliesInput!) {\n    updateReplies(input: $input) {\n      replies {\n        ...ReplyRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription RepliesChanged {\n    repliesChanged {\n      missed\n      openCount\n      replies {\n        ...ReplyRow\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription RepliesChanged {\n    repliesChanged {\n      missed\n      openCount\n      replies {\n        ...ReplyRow\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AnswerRow on Answer {\n    id\n    state\n    content\n    undoUntil\n    undoSecondsLeft\n    author {\n      id\n      name\n    }\n    attachments {\n      id\n      name\n      contentType\n      size\n    }\n    emailLog {\n      id\n      failure {\n        message\n        howToFix\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment AnswerRow on Answer {\n    id\n    state\n    content\n    undoUntil\n    undoSecondsLeft\n    author {\n      id\n      name\n    }\n    attachments {\n      id\n      name\n      contentType\n      size\n    }\n    emailLog {\n      id\n      failure {\n        message\n        howToFix\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReplyThread($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on Reply {\n        id\n        answering {\n          id\n          name\n        }\n        answers {\n          ...AnswerRow\n        }\n        mailbox {\n          id\n          email\n          canSend\n          signature\n        }\n        conversation {\n          at\n          isAnswer\n          emailLog {\n            id\n            contactId\n            contactName\n            status\n          }\n          reply {\n            id\n            fromEmail\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ReplyThread($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on Reply {\n        id\n        answering {\n          id\n          name\n        }\n        answers {\n          ...AnswerRow\n        }\n        mailbox {\n          id\n          email\n          canSend\n          signature\n        }\n        conversation {\n          at\n          isAnswer\n          emailLog {\n            id\n            contactId\n            contactName\n            status\n          }\n          reply {\n            id\n            fromEmail\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReplyPerson($id: ID!) {\n    contact(id: $id) {\n      id\n      firstName\n      lastName\n      email\n      suppressed\n      tags\n      fields {\n        name\n        value\n      }\n      emailLogs {\n        totalCount\n      }\n    }\n  }\n"): (typeof documents)["\n  query ReplyPerson($id: ID!) {\n    contact(id: $id) {\n      id\n      firstName\n      lastName\n      email\n      suppressed\n      tags\n      fields {\n        name\n        value\n      }\n      emailLogs {\n        totalCount\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SentMail($id: ID!) {\n    sentMail(id: $id) {\n      subject\n      text\n    }\n  }\n"): (typeof documents)["\n  query SentMail($id: ID!) {\n    sentMail(id: $id) {\n      subject\n      text\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveAnswer($input: SaveAnswerInput!) {\n    saveAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SaveAnswer($input: SaveAnswerInput!) {\n    saveAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendAnswer($input: SendAnswerInput!) {\n    sendAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SendAnswer($input: SendAnswerInput!) {\n    sendAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelAnswer($input: CancelAnswerInput!) {\n    cancelAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelAnswer($input: CancelAnswerInput!) {\n    cancelAnswer(input: $input) {\n      answer {\n        ...AnswerRow\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DiscardAnswer($input: DiscardAnswerInput!) {\n    discardAnswer(input: $input) {\n      reply {\n        id\n        answers {\n          id\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DiscardAnswer($input: DiscardAnswerInput!) {\n    discardAnswer(input: $input) {\n      reply {\n        id\n        answers {\n          id\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation NoteAnswering($input: NoteAnsweringInput!) {\n    noteAnswering(input: $input) {\n      reply {\n        id\n        answering {\n          id\n          name\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation NoteAnswering($input: NoteAnsweringInput!) {\n    noteAnswering(input: $input) {\n      reply {\n        id\n        answering {\n          id\n          name\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReplyColleagues {\n    colleagues {\n      id\n      name\n    }\n  }\n"): (typeof documents)["\n  query ReplyColleagues {\n    colleagues {\n      id\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReplyCampaigns($first: Int!) {\n    campaigns(first: $first) {\n      edges {\n        node {\n          id\n          name\n          repliedCount\n          followUps {\n            repliedCount\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ReplyCampaigns($first: Int!) {\n    campaigns(first: $first) {\n      edges {\n        node {\n          id\n          name\n          repliedCount\n          followUps {\n            repliedCount\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ApiKeyFields on ApiKey {\n    id\n    name\n    scopes\n    allowedAddresses\n    user {\n      id\n      name\n    }\n    serviceAccount {\n      id\n      name\n    }\n    tokenStart\n    createdAt\n    expiresAt\n    lastUsedAt\n  }\n"): (typeof documents)["\n  fragment ApiKeyFields on ApiKey {\n    id\n    name\n    scopes\n    allowedAddresses\n    user {\n      id\n      name\n    }\n    serviceAccount {\n      id\n      name\n    }\n    tokenStart\n    createdAt\n    expiresAt\n    lastUsedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApiKeys {\n    apiKeys {\n      ...ApiKeyFields\n    }\n    serviceAccounts {\n      id\n      name\n      createdAt\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n"): (typeof documents)["\n  query ApiKeys {\n    apiKeys {\n      ...ApiKeyFields\n    }\n    serviceAccounts {\n      id\n      name\n      createdAt\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      token\n      apiKey {\n        ...ApiKeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      token\n      apiKey {\n        ...ApiKeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateServiceAccount($name: String!) {\n    createServiceAccount(input: { name: $name }) {\n      serviceAccount {\n        id\n        name\n        createdAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateServiceAccount($name: String!) {\n    createServiceAccount(input: { name: $name }) {\n      serviceAccount {\n        id\n        name\n        createdAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteServiceAccount($id: ID!) {\n    deleteServiceAccount(input: { id: $id }) {\n      serviceAccount {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteServiceAccount($id: ID!) {\n    deleteServiceAccount(input: { id: $id }) {\n      serviceAccount {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeApiKey($id: ID!) {\n    revokeApiKey(input: { id: $id }) {\n      apiKey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeApiKey($id: ID!) {\n    revokeApiKey(input: { id: $id }) {\n      apiKey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeSheetLinkOf($id: ID!, $userId: ID!) {\n    revokeSheetLink(input: { id: $id, userId: $userId }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeSheetLinkOf($id: ID!, $userId: ID!) {\n    revokeSheetLink(input: { id: $id, userId: $userId }) {\n      campaign {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WebhookFields on Webhook {\n    id\n    url\n    description\n    events\n    enabled\n    disabledBecause\n    failingSince\n    oldSecretUntil\n  }\n"): (typeof documents)["\n  fragment WebhookFields on Webhook {\n    id\n    url\n    description\n    events\n    enabled\n    disabledBecause\n    failingSince\n    oldSecretUntil\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Webhooks {\n    webhooks {\n      ...WebhookFields\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n"): (typeof documents)["\n  query Webhooks {\n    webhooks {\n      ...WebhookFields\n    }\n    tenant {\n      id\n      features {\n        apiAccess\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      secret\n      webhook {\n        ...WebhookFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      webhook {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      webhook {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DeliveryFields on WebhookDelivery {\n    id\n    event\n    occurredAt\n    status\n    attempts\n    attemptedAt\n    nextAttemptAt\n    request\n    responseStatus\n    responseBody\n    problem\n    durationMs\n  }\n"): (typeof documents)["\n  fragment DeliveryFields on WebhookDelivery {\n    id\n    event\n    occurredAt\n    status\n    attempts\n    attemptedAt\n    nextAttemptAt\n    request\n    responseStatus\n    responseBody\n    problem\n    durationMs\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WebhookDeliveries($webhookId: ID!, $status: WebhookDeliveryStatus, $first: Int!, $after: String) {\n    webhookDeliveries(webhookId: $webhookId, status: $status, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...DeliveryFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query WebhookDeliveries($webhookId: ID!, $status: WebhookDeliveryStatus, $first: Int!, $after: String) {\n    webhookDeliveries(webhookId: $webhookId, status: $status, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        node {\n          ...DeliveryFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendTestWebhook($id: ID!) {\n    sendTestWebhook(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SendTestWebhook($id: ID!) {\n    sendTestWebhook(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResendWebhookDelivery($id: ID!) {\n    resendWebhookDelivery(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResendWebhookDelivery($id: ID!) {\n    resendWebhookDelivery(input: { id: $id }) {\n      webhookDelivery {\n        ...DeliveryFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ErasePerson($input: ErasePersonInput!) {\n    erasePerson(input: $input) {\n      contacts\n      emails\n      cancelled\n      staysSuppressed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ErasePerson($input: ErasePersonInput!) {\n    erasePerson(input: $input) {\n      contacts\n      emails\n      cancelled\n      staysSuppressed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WorkspaceDeletion {\n    tenant {\n      id\n      name\n      deletionAt\n    }\n  }\n"): (typeof documents)["\n  query WorkspaceDeletion {\n    tenant {\n      id\n      name\n      deletionAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ScheduleWorkspaceDeletion($input: ScheduleWorkspaceDeletionInput!) {\n    scheduleWorkspaceDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ScheduleWorkspaceDeletion($input: ScheduleWorkspaceDeletionInput!) {\n    scheduleWorkspaceDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelWorkspaceDeletion {\n    cancelWorkspaceDeletion {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelWorkspaceDeletion {\n    cancelWorkspaceDeletion {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConnectedEmails {\n    mailboxes {\n      id\n      email\n      name\n      signature\n      sendAs {\n        address\n        name\n        kind\n        isDefault\n        canSend\n        problem\n      }\n      maySendShared\n      servers {\n        smtp {\n          ...ServerFields\n        }\n        imap {\n          ...ServerFields\n        }\n        copyToSelf\n        keepsCopy\n        signIn\n      }\n      canEdit\n      provider\n      status\n      statusReason\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      reputation\n      reputationReason\n      level\n      safeSending\n      readsReplies\n      awaitsConsent\n      inboxError\n      inboxUnreadSince\n      unreadMessages\n      bulkSenderWarnings\n      canDisconnect\n      canShare\n      canSend\n      isMine\n      owner {\n        id\n        name\n      }\n      sharedWithEverybody\n      sharedWith {\n        user {\n          id\n          name\n          email\n        }\n        sharedBy\n      }\n      sandbox\n      ...StoppedBy\n      wait {\n        reason\n        text\n        until\n      }\n      trouble {\n        reason\n        detail\n      }\n      caution {\n        since\n        reason\n      }\n    }\n  }\n"): (typeof documents)["\n  query ConnectedEmails {\n    mailboxes {\n      id\n      email\n      name\n      signature\n      sendAs {\n        address\n        name\n        kind\n        isDefault\n        canSend\n        problem\n      }\n      maySendShared\n      servers {\n        smtp {\n          ...ServerFields\n        }\n        imap {\n          ...ServerFields\n        }\n        copyToSelf\n        keepsCopy\n        signIn\n      }\n      canEdit\n      provider\n      status\n      statusReason\n      dailySent\n      recipientsInDay\n      recipientLimit\n      lastUsed\n      reputation\n      reputationReason\n      level\n      safeSending\n      readsReplies\n      awaitsConsent\n      inboxError\n      inboxUnreadSince\n      unreadMessages\n      bulkSenderWarnings\n      canDisconnect\n      canShare\n      canSend\n      isMine\n      owner {\n        id\n        name\n      }\n      sharedWithEverybody\n      sharedWith {\n        user {\n          id\n          name\n          email\n        }\n        sharedBy\n      }\n      sandbox\n      ...StoppedBy\n      wait {\n        reason\n        text\n        until\n      }\n      trouble {\n        reason\n        detail\n      }\n      caution {\n        since\n        reason\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailboxLanding($id: ID!, $fresh: Boolean) {\n    landing(id: $id, fresh: $fresh) {\n      domain\n      checkedAt\n      findings {\n        code\n        verdict\n        text\n        record {\n          type\n          name\n          value\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query MailboxLanding($id: ID!, $fresh: Boolean) {\n    landing(id: $id, fresh: $fresh) {\n      domain\n      checkedAt\n      findings {\n        code\n        verdict\n        text\n        record {\n          type\n          name\n          value\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LandingCheck($id: ID!) {\n    landing(id: $id) {\n      check {\n        ...LandingCheckFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query LandingCheck($id: ID!) {\n    landing(id: $id) {\n      check {\n        ...LandingCheckFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LandingCheckFields on LandingCheck {\n    state\n    sentAt\n    error\n    findings {\n      code\n      verdict\n      text\n    }\n  }\n"): (typeof documents)["\n  fragment LandingCheckFields on LandingCheck {\n    state\n    sentAt\n    error\n    findings {\n      code\n      verdict\n      text\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendLandingCheck($id: ID!) {\n    sendLandingCheck(input: { id: $id }) {\n      landingCheck {\n        ...LandingCheckFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SendLandingCheck($id: ID!) {\n    sendLandingCheck(input: { id: $id }) {\n      landingCheck {\n        ...LandingCheckFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Colleagues($search: String) {\n    colleagues(search: $search) {\n      id\n      name\n      email\n    }\n  }\n"): (typeof documents)["\n  query Colleagues($search: String) {\n    colleagues(search: $search) {\n      id\n      name\n      email\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ShareMailbox($id: ID!, $userIds: [ID!]!, $everybody: Boolean!) {\n    shareMailbox(input: { id: $id, userIds: $userIds, everybody: $everybody }) {\n      mailbox {\n        id\n        canSend\n        sharedWithEverybody\n        sharedWith {\n          user {\n            id\n            name\n            email\n          }\n          sharedBy\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ShareMailbox($id: ID!, $userIds: [ID!]!, $everybody: Boolean!) {\n    shareMailbox(input: { id: $id, userIds: $userIds, everybody: $everybody }) {\n      mailbox {\n        id\n        canSend\n        sharedWithEverybody\n        sharedWith {\n          user {\n            id\n            name\n            email\n          }\n          sharedBy\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateSignature($id: ID!, $signature: String) {\n    updateMailbox(input: { id: $id, signature: $signature }) {\n      mailbox {\n        id\n        signature\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateSignature($id: ID!, $signature: String) {\n    updateMailbox(input: { id: $id, signature: $signature }) {\n      mailbox {\n        id\n        signature\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateAddresses($id: ID!, $sharedAddresses: [String!], $refreshAddresses: Boolean) {\n    updateMailbox(input: { id: $id, sharedAddresses: $sharedAddresses, refreshAddresses: $refreshAddresses }) {\n      mailbox {\n        id\n        sendAs {\n          address\n          name\n          kind\n          isDefault\n          canSend\n          problem\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateAddresses($id: ID!, $sharedAddresses: [String!], $refreshAddresses: Boolean) {\n    updateMailbox(input: { id: $id, sharedAddresses: $sharedAddresses, refreshAddresses: $refreshAddresses }) {\n      mailbox {\n        id\n        sendAs {\n          address\n          name\n          kind\n          isDefault\n          canSend\n          problem\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DisconnectMailbox($id: ID!) {\n    disconnectMailbox(input: { id: $id }) {\n      mailbox {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DisconnectMailbox($id: ID!) {\n    disconnectMailbox(input: { id: $id }) {\n      mailbox {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ProvideMailboxes($input: ProvideMailboxesInput!) {\n    provideMailboxes(input: $input) {\n      results {\n        email\n        state\n      }\n      proof\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ProvideMailboxes($input: ProvideMailboxesInput!) {\n    provideMailboxes(input: $input) {\n      results {\n        email\n        state\n      }\n      proof\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EmailSettingsFields on EmailSettings {\n    ...SettingValues\n    warmupDaysRemaining\n    approvalOff {\n      at\n      askedBy\n      canConfirm\n    }\n    approverCount\n    organisations {\n      domains\n      used\n      limit\n      isAssumed\n    }\n    figuresNow {\n      emailsPerInterval\n      intervalSeconds\n      dailyLimit\n    }\n    planCeilings {\n      count\n      seconds\n    }\n    planInterval {\n      min\n      max\n    }\n    newWorkspaceLimit {\n      perDay\n      heldBack\n      growsAt\n      growsTo\n    }\n  }\n"): (typeof documents)["\n  fragment EmailSettingsFields on EmailSettings {\n    ...SettingValues\n    warmupDaysRemaining\n    approvalOff {\n      at\n      askedBy\n      canConfirm\n    }\n    approverCount\n    organisations {\n      domains\n      used\n      limit\n      isAssumed\n    }\n    figuresNow {\n      emailsPerInterval\n      intervalSeconds\n      dailyLimit\n    }\n    planCeilings {\n      count\n      seconds\n    }\n    planInterval {\n      min\n      max\n    }\n    newWorkspaceLimit {\n      perDay\n      heldBack\n      growsAt\n      growsTo\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EmailSettings {\n    emailSettings {\n      ...EmailSettingsFields\n    }\n  }\n"): (typeof documents)["\n  query EmailSettings {\n    emailSettings {\n      ...EmailSettingsFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateEmailSettings($input: UpdateEmailSettingsInput!) {\n    updateEmailSettings(input: $input) {\n      emailSettings {\n        ...EmailSettingsFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateEmailSettings($input: UpdateEmailSettingsInput!) {\n    updateEmailSettings(input: $input) {\n      emailSettings {\n        ...EmailSettingsFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SheetLinks {\n    sheetLinks {\n      campaign {\n        id\n        name\n      }\n      user {\n        id\n        name\n      }\n      createdAt\n      lastReadAt\n    }\n  }\n"): (typeof documents)["\n  query SheetLinks {\n    sheetLinks {\n      campaign {\n        id\n        name\n      }\n      user {\n        id\n        name\n      }\n      createdAt\n      lastReadAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ColleagueFields on User {\n    ...UserFields\n    isActive\n    invitedAt\n  }\n"): (typeof documents)["\n  fragment ColleagueFields on User {\n    ...UserFields\n    isActive\n    invitedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Users($first: Int!, $after: String) {\n    users(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...ColleagueFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Users($first: Int!, $after: String) {\n    users(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...ColleagueFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateUser($input: CreateUserInput!) {\n    createUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateUser($input: CreateUserInput!) {\n    createUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteUser($id: ID!) {\n    deleteUser(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteUser($id: ID!) {\n    deleteUser(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation InviteUser($input: InviteUserInput!) {\n    inviteUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation InviteUser($input: InviteUserInput!) {\n    inviteUser(input: $input) {\n      user {\n        ...ColleagueFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResendInvitation($id: ID!) {\n    resendInvitation(input: { id: $id }) {\n      user {\n        id\n        invitedAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResendInvitation($id: ID!) {\n    resendInvitation(input: { id: $id }) {\n      user {\n        id\n        invitedAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndUserSessions($id: ID!) {\n    endUserSessions(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EndUserSessions($id: ID!) {\n    endUserSessions(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FactorRule {\n    tenant {\n      id\n      requiresSecondFactor\n    }\n  }\n"): (typeof documents)["\n  query FactorRule {\n    tenant {\n      id\n      requiresSecondFactor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RequireSecondFactor($required: Boolean!) {\n    requireSecondFactor(input: { required: $required }) {\n      tenant {\n        id\n        requiresSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RequireSecondFactor($required: Boolean!) {\n    requireSecondFactor(input: { required: $required }) {\n      tenant {\n        id\n        requiresSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetSecondFactor($id: ID!) {\n    resetSecondFactor(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResetSecondFactor($id: ID!) {\n    resetSecondFactor(input: { id: $id }) {\n      user {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Workspace {\n    tenant {\n      id\n      name\n      domain\n      subscriptionTier\n      ...WorkspaceLimits\n      trialEndsAt\n    }\n  }\n"): (typeof documents)["\n  query Workspace {\n    tenant {\n      id\n      name\n      domain\n      subscriptionTier\n      ...WorkspaceLimits\n      trialEndsAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeEmail($input: ChangeEmailInput!) {\n    changeEmail(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ChangeEmail($input: ChangeEmailInput!) {\n    changeEmail(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastUsedAt\n      expiresAt\n      current\n    }\n  }\n"): (typeof documents)["\n  query OwnSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastUsedAt\n      expiresAt\n      current\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($id: ID!) {\n    endSession(input: { id: $id }) {\n      session {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EndSession($id: ID!) {\n    endSession(input: { id: $id }) {\n      session {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveIdentity($id: ID!) {\n    removeIdentity(input: { id: $id }) {\n      identity {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveIdentity($id: ID!) {\n    removeIdentity(input: { id: $id }) {\n      identity {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnApiKeys {\n    currentUser {\n      id\n      apiKeyCount\n    }\n  }\n"): (typeof documents)["\n  query OwnApiKeys {\n    currentUser {\n      id\n      apiKeyCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PasskeyFields on Passkey {\n    id\n    name\n    addedAt\n    lastUsedAt\n  }\n"): (typeof documents)["\n  fragment PasskeyFields on Passkey {\n    id\n    name\n    addedAt\n    lastUsedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartPasskey {\n    startPasskey {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskey {\n    startPasskey {\n      options\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddPasskey($input: AddPasskeyInput!) {\n    addPasskey(input: $input) {\n      recoveryCodes\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddPasskey($input: AddPasskeyInput!) {\n    addPasskey(input: $input) {\n      recoveryCodes\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenamePasskey($id: ID!, $name: String!) {\n    renamePasskey(input: { id: $id, name: $name }) {\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RenamePasskey($id: ID!, $name: String!) {\n    renamePasskey(input: { id: $id, name: $name }) {\n      passkey {\n        ...PasskeyFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemovePasskey($id: ID!) {\n    removePasskey(input: { id: $id }) {\n      passkey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemovePasskey($id: ID!) {\n    removePasskey(input: { id: $id }) {\n      passkey {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SecondFactor {\n    secondFactor {\n      totpSince\n      recoveryCodesLeft\n      passkeys {\n        ...PasskeyFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query SecondFactor {\n    secondFactor {\n      totpSince\n      recoveryCodesLeft\n      passkeys {\n        ...PasskeyFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartTotp {\n    startTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StartTotp {\n    startTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmTotp($input: ConfirmTotpInput!) {\n    confirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmTotp($input: ConfirmTotpInput!) {\n    confirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveTotp {\n    removeTotp {\n      secondFactor {\n        totpSince\n        recoveryCodesLeft\n        passkeys {\n          ...PasskeyFields\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveTotp {\n    removeTotp {\n      secondFactor {\n        totpSince\n        recoveryCodesLeft\n        passkeys {\n          ...PasskeyFields\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenewRecoveryCodes {\n    renewRecoveryCodes {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RenewRecoveryCodes {\n    renewRecoveryCodes {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SingleSignOnFields on SingleSignOn {\n    issuer\n    clientId\n    defaultRole\n    roleClaim\n    adminValues\n    required\n    callbackUrl\n    domains {\n      domain\n      record\n      verifiedAt\n    }\n  }\n"): (typeof documents)["\n  fragment SingleSignOnFields on SingleSignOn {\n    issuer\n    clientId\n    defaultRole\n    roleClaim\n    adminValues\n    required\n    callbackUrl\n    domains {\n      domain\n      record\n      verifiedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SingleSignOn {\n    singleSignOn {\n      ...SingleSignOnFields\n    }\n  }\n"): (typeof documents)["\n  query SingleSignOn {\n    singleSignOn {\n      ...SingleSignOnFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateSingleSignOn($input: UpdateSingleSignOnInput!) {\n    updateSingleSignOn(input: $input) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateSingleSignOn($input: UpdateSingleSignOnInput!) {\n    updateSingleSignOn(input: $input) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveSingleSignOn {\n    removeSingleSignOn {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveSingleSignOn {\n    removeSingleSignOn {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddSsoDomain($domain: String!) {\n    addSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddSsoDomain($domain: String!) {\n    addSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation VerifySsoDomain($domain: String!) {\n    verifySsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation VerifySsoDomain($domain: String!) {\n    verifySsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveSsoDomain($domain: String!) {\n    removeSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveSsoDomain($domain: String!) {\n    removeSsoDomain(input: { domain: $domain }) {\n      singleSignOn {\n        ...SingleSignOnFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LinkDomainFields on LinkDomain {\n    host\n    works\n    advice\n    checkedAt\n    cname {\n      name\n      value\n    }\n    txt {\n      name\n      value\n    }\n  }\n"): (typeof documents)["\n  fragment LinkDomainFields on LinkDomain {\n    host\n    works\n    advice\n    checkedAt\n    cname {\n      name\n      value\n    }\n    txt {\n      name\n      value\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LinkDomain {\n    linkDomain {\n      ...LinkDomainFields\n    }\n  }\n"): (typeof documents)["\n  query LinkDomain {\n    linkDomain {\n      ...LinkDomainFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetLinkDomain($host: String!) {\n    setLinkDomain(input: { host: $host }) {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetLinkDomain($host: String!) {\n    setLinkDomain(input: { host: $host }) {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CheckLinkDomain {\n    checkLinkDomain {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CheckLinkDomain {\n    checkLinkDomain {\n      linkDomain {\n        ...LinkDomainFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveLinkDomain {\n    removeLinkDomain {\n      removed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveLinkDomain {\n    removeLinkDomain {\n      removed\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Server {\n    server {\n      sandbox\n      sandboxUrl\n    }\n  }\n"): (typeof documents)["\n  query Server {\n    server {\n      sandbox\n      sandboxUrl\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InstallationProblem {\n    server {\n      problem\n    }\n  }\n"): (typeof documents)["\n  query InstallationProblem {\n    server {\n      problem\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Plan {\n    tenant {\n      id\n      subscriptionTier\n      planConfirmed\n      awaitsEmailConfirmation\n      deletionAt\n      trialEndsAt\n      ...SendingStopOfTenant\n    }\n  }\n"): (typeof documents)["\n  query Plan {\n    tenant {\n      id\n      subscriptionTier\n      planConfirmed\n      awaitsEmailConfirmation\n      deletionAt\n      trialEndsAt\n      ...SendingStopOfTenant\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlanUse {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n    }\n  }\n"): (typeof documents)["\n  query PlanUse {\n    tenant {\n      id\n      subscriptionTier\n      trialEndsAt\n      planUse {\n        noun\n        used\n        most\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Find($search: String!, $first: Int!) {\n    campaigns(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n          status\n        }\n      }\n    }\n    contacts(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n    templates(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Find($search: String!, $first: Int!) {\n    campaigns(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n          status\n        }\n      }\n    }\n    contacts(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          firstName\n          lastName\n          email\n        }\n      }\n    }\n    templates(first: $first, filter: { search: $search }) {\n      edges {\n        node {\n          id\n          name\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TemplateFields on Template {\n    id\n    name\n    subject\n    content\n    htmlTemplate\n    preview\n    createdAt\n  }\n"): (typeof documents)["\n  fragment TemplateFields on Template {\n    id\n    name\n    subject\n    content\n    htmlTemplate\n    preview\n    createdAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Templates($first: Int!, $after: String) {\n    templates(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TemplateFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Templates($first: Int!, $after: String) {\n    templates(first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TemplateFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TemplateTotal {\n    templates(first: 1) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query TemplateTotal {\n    templates(first: 1) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Template($id: ID!) {\n    node(id: $id) {\n      ... on Template {\n        ...TemplateFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query Template($id: ID!) {\n    node(id: $id) {\n      ... on Template {\n        ...TemplateFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTemplate($input: CreateTemplateInput!) {\n    createTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateTemplate($input: CreateTemplateInput!) {\n    createTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      template {\n        ...TemplateFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteTemplate($id: ID!) {\n    deleteTemplate(input: { id: $id }) {\n      template {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteTemplate($id: ID!) {\n    deleteTemplate(input: { id: $id }) {\n      template {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SuperAdmin {\n    superAdmin {\n      id\n      name\n      username\n      mustSetUpSecondFactor\n    }\n  }\n"): (typeof documents)["\n  query SuperAdmin {\n    superAdmin {\n      id\n      name\n      username\n      mustSetUpSecondFactor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuperAdminLogin($input: SuperAdminLoginInput!) {\n    superAdminLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SuperAdminLogin($input: SuperAdminLoginInput!) {\n    superAdminLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuperAdminFinishLogin($input: SuperAdminFinishLoginInput!) {\n    superAdminFinishLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SuperAdminFinishLogin($input: SuperAdminFinishLoginInput!) {\n    superAdminFinishLogin(input: $input) {\n      superAdmin {\n        id\n        name\n        username\n        mustSetUpSecondFactor\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuperAdminStartTotp {\n    superAdminStartTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SuperAdminStartTotp {\n    superAdminStartTotp {\n      key\n      uri\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuperAdminConfirmTotp($input: SuperAdminConfirmTotpInput!) {\n    superAdminConfirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SuperAdminConfirmTotp($input: SuperAdminConfirmTotpInput!) {\n    superAdminConfirmTotp(input: $input) {\n      codes\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuperAdminLogout {\n    superAdminLogout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SuperAdminLogout {\n    superAdminLogout {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuperAdminConfirmPassword($input: SuperAdminConfirmPasswordInput!) {\n    superAdminConfirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SuperAdminConfirmPassword($input: SuperAdminConfirmPasswordInput!) {\n    superAdminConfirmPassword(input: $input) {\n      done\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WorkspaceLimits on Tenant {\n    maxUsers\n    maxContacts\n    maxCampaigns\n  }\n"): (typeof documents)["\n  fragment WorkspaceLimits on Tenant {\n    maxUsers\n    maxContacts\n    maxCampaigns\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TenantFields on Tenant {\n    id\n    slug\n    name\n    domain\n    subscriptionTier\n    planConfirmed\n    ...WorkspaceLimits\n    isActive\n    newWorkspaceLimits\n    deletionAt\n    trialEndsAt\n    createdAt\n    features {\n      htmlBuilder\n      abTesting\n      attachments\n      tracking\n      apiAccess\n      warmup\n    }\n  }\n"): (typeof documents)["\n  fragment TenantFields on Tenant {\n    id\n    slug\n    name\n    domain\n    subscriptionTier\n    planConfirmed\n    ...WorkspaceLimits\n    isActive\n    newWorkspaceLimits\n    deletionAt\n    trialEndsAt\n    createdAt\n    features {\n      htmlBuilder\n      abTesting\n      attachments\n      tracking\n      apiAccess\n      warmup\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UpgradeRequests {\n    tenants(first: 50, filter: { upgradeRequested: true }) {\n      edges {\n        node {\n          id\n          name\n          subscriptionTier\n          upgradeRequest {\n            subscriptionTier\n            note\n            requestedAt\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query UpgradeRequests {\n    tenants(first: 50, filter: { upgradeRequested: true }) {\n      edges {\n        node {\n          id\n          name\n          subscriptionTier\n          upgradeRequest {\n            subscriptionTier\n            note\n            requestedAt\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeclineUpgrade($id: ID!) {\n    declineUpgrade(input: { id: $id }) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeclineUpgrade($id: ID!) {\n    declineUpgrade(input: { id: $id }) {\n      tenant {\n        id\n        upgradeRequest {\n          subscriptionTier\n        }\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Tenants($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Tenants($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TenantTotal($filter: TenantFilter) {\n    tenants(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query TenantTotal($filter: TenantFilter) {\n    tenants(first: 1, filter: $filter) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TenantSendingFields on Tenant {\n    id\n    slug\n    name\n    isActive\n    outcomes {\n      days\n      sent\n      bounced\n      complained\n      unsubscribed\n    }\n  }\n"): (typeof documents)["\n  fragment TenantSendingFields on Tenant {\n    id\n    slug\n    name\n    isActive\n    outcomes {\n      days\n      sent\n      bounced\n      complained\n      unsubscribed\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TenantSending($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantSendingFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query TenantSending($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {\n    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantSendingFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTenant($input: CreateTenantInput!) {\n    createTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateTenant($input: CreateTenantInput!) {\n    createTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateTenant($input: UpdateTenantInput!) {\n    updateTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateTenant($input: UpdateTenantInput!) {\n    updateTenant(input: $input) {\n      tenant {\n        ...TenantFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmPlan($id: ID!) {\n    confirmPlan(input: { id: $id }) {\n      tenant {\n        id\n        planConfirmed\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmPlan($id: ID!) {\n    confirmPlan(input: { id: $id }) {\n      tenant {\n        id\n        planConfirmed\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ScheduleTenantDeletion($input: ScheduleTenantDeletionInput!) {\n    scheduleTenantDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ScheduleTenantDeletion($input: ScheduleTenantDeletionInput!) {\n    scheduleTenantDeletion(input: $input) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelTenantDeletion($id: ID!) {\n    cancelTenantDeletion(input: { id: $id }) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelTenantDeletion($id: ID!) {\n    cancelTenantDeletion(input: { id: $id }) {\n      tenant {\n        id\n        deletionAt\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TenantUserFields on TenantUser {\n    id\n    username\n    email\n    name\n    role\n    isActive\n    createdAt\n  }\n"): (typeof documents)["\n  fragment TenantUserFields on TenantUser {\n    id\n    username\n    email\n    name\n    role\n    isActive\n    createdAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TenantUsers($tenantId: ID!, $first: Int!, $after: String) {\n    tenantUsers(tenantId: $tenantId, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantUserFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query TenantUsers($tenantId: ID!, $first: Int!, $after: String) {\n    tenantUsers(tenantId: $tenantId, first: $first, after: $after) {\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          ...TenantUserFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TenantUserTotal($tenantId: ID!) {\n    tenantUsers(tenantId: $tenantId, first: 1) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query TenantUserTotal($tenantId: ID!) {\n    tenantUsers(tenantId: $tenantId, first: 1) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetTenantUserFactor($tenantId: ID!, $id: ID!) {\n    resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) {\n      tenantUser {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ResetTenantUserFactor($tenantId: ID!, $id: ID!) {\n    resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) {\n      tenantUser {\n        id\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTenantUser($input: CreateTenantUserInput!) {\n    createTenantUser(input: $input) {\n      tenantUser {\n        ...TenantUserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateTenantUser($input: CreateTenantUserInput!) {\n    createTenantUser(input: $input) {\n      tenantUser {\n        ...TenantUserFields\n      }\n      errors {\n        ...Refusal\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Installation {\n    installation {\n      providers {\n        provider\n        client\n        redirectUrl\n        redirectProblem\n        lastReturnAt\n        mailboxes\n        working\n        longestWorked\n        medianWorked\n        lost\n        medianLost\n        verification {\n          tone\n          text\n        }\n        quota {\n          perUserMinute\n          perMinute\n          perDay\n          isScaled\n        }\n        breaks\n      }\n      timeZoneData {\n        release\n        releasedOn\n        isOutdated\n      }\n    }\n  }\n"): (typeof documents)["\n  query Installation {\n    installation {\n      providers {\n        provider\n        client\n        redirectUrl\n        redirectProblem\n        lastReturnAt\n        mailboxes\n        working\n        longestWorked\n        medianWorked\n        lost\n        medianLost\n        verification {\n          tone\n          text\n        }\n        quota {\n          perUserMinute\n          perMinute\n          perDay\n          isScaled\n        }\n        breaks\n      }\n      timeZoneData {\n        release\n        releasedOn\n        isOutdated\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RefusedRegistrations {\n    refusedRegistrations {\n      provider\n      since\n      detail\n    }\n  }\n"): (typeof documents)["\n  query RefusedRegistrations {\n    refusedRegistrations {\n      provider\n      since\n      detail\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment SettingValues on EmailSettings { emailsPerInterval intervalSeconds dailyLimit enableThrottling warmupMode sendWindow { days from to timeZone } canaryPercent slowDownUnwelcome undoSeconds sendAgainInDoubt organisationLicences organisationLimit organisationHeadroom tracking language companyName postalAddress brandKit { logo colors headingFont bodyFont } topics { id name description } contentsKeptDays recipientsKeptDays collisionDays weeklyCeiling launchApproval agentsReadGmailReplies }"): (typeof documents)["fragment SettingValues on EmailSettings { emailsPerInterval intervalSeconds dailyLimit enableThrottling warmupMode sendWindow { days from to timeZone } canaryPercent slowDownUnwelcome undoSeconds sendAgainInDoubt organisationLicences organisationLimit organisationHeadroom tracking language companyName postalAddress brandKit { logo colors headingFont bodyFont } topics { id name description } contentsKeptDays recipientsKeptDays collisionDays weeklyCeiling launchApproval agentsReadGmailReplies }"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;