import { graphql } from '#web/generated/gql.ts'

export const API_KEY_FIELDS = graphql(`
  fragment ApiKeyFields on ApiKey {
    id
    name
    scopes
    allowedAddresses
    user {
      id
      name
    }
    serviceAccount {
      id
      name
    }
    tokenStart
    createdAt
    expiresAt
    lastUsedAt
  }
`)

export const API_KEYS = graphql(`
  query ApiKeys {
    apiKeys {
      ...ApiKeyFields
    }
    serviceAccounts {
      id
      name
      createdAt
    }
    tenant {
      id
      features {
        apiAccess
      }
    }
  }
`)

export const CREATE_API_KEY = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      token
      apiKey {
        ...ApiKeyFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CREATE_SERVICE_ACCOUNT = graphql(`
  mutation CreateServiceAccount($name: String!) {
    createServiceAccount(input: { name: $name }) {
      serviceAccount {
        id
        name
        createdAt
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_SERVICE_ACCOUNT = graphql(`
  mutation DeleteServiceAccount($id: ID!) {
    deleteServiceAccount(input: { id: $id }) {
      serviceAccount {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REVOKE_API_KEY = graphql(`
  mutation RevokeApiKey($id: ID!) {
    revokeApiKey(input: { id: $id }) {
      apiKey {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const OWN_SESSIONS = graphql(`
  query OwnSessions {
    sessions {
      id
      userAgent
      createdAt
      lastUsedAt
      expiresAt
      current
    }
  }
`)

export const END_SESSION = graphql(`
  mutation EndSession($id: ID!) {
    endSession(input: { id: $id }) {
      session {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_IDENTITY = graphql(`
  mutation RemoveIdentity($id: ID!) {
    removeIdentity(input: { id: $id }) {
      identity {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const OWN_API_KEYS = graphql(`
  query OwnApiKeys {
    currentUser {
      id
      apiKeyCount
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

export const REVOKE_SHEET_LINK_OF = graphql(`
  mutation RevokeSheetLinkOf($id: ID!, $userId: ID!) {
    revokeSheetLink(input: { id: $id, userId: $userId }) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const END_USER_SESSIONS = graphql(`
  mutation EndUserSessions($id: ID!) {
    endUserSessions(input: { id: $id }) {
      user {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)
