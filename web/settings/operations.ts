import { graphql } from '#web/generated/gql.ts'

export const EMAIL_SETTINGS_FIELDS = graphql(`
  fragment EmailSettingsFields on EmailSettings {
    ...SettingValues
    warmupDaysRemaining
    approvalOff {
      at
      askedBy
      canConfirm
    }
    approverCount
    organisations {
      domains
      used
      limit
      isAssumed
    }
    figuresNow {
      emailsPerInterval
      intervalSeconds
      dailyLimit
    }
    planCeilings {
      count
      seconds
    }
    planInterval {
      min
      max
    }
    newWorkspaceLimit {
      perDay
      heldBack
      growsAt
      growsTo
    }
  }
`)

export const EMAIL_SETTINGS = graphql(`
  query EmailSettings {
    emailSettings {
      ...EmailSettingsFields
    }
  }
`)

export const UPDATE_EMAIL_SETTINGS = graphql(`
  mutation UpdateEmailSettings($input: UpdateEmailSettingsInput!) {
    updateEmailSettings(input: $input) {
      emailSettings {
        ...EmailSettingsFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SHEET_LINKS = graphql(`
  query SheetLinks {
    sheetLinks {
      campaign {
        id
        name
      }
      user {
        id
        name
      }
      createdAt
      lastReadAt
    }
  }
`)
