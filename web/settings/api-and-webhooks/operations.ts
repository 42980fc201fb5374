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

export const WEBHOOK_FIELDS = graphql(`
  fragment WebhookFields on Webhook {
    id
    url
    description
    events
    enabled
    disabledBecause
    failingSince
    oldSecretUntil
  }
`)

export const WEBHOOKS = graphql(`
  query Webhooks {
    webhooks {
      ...WebhookFields
    }
    tenant {
      id
      features {
        apiAccess
      }
    }
  }
`)

export const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        ...WebhookFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        ...WebhookFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const ROTATE_WEBHOOK_SECRET = graphql(`
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSecret(input: { id: $id }) {
      secret
      webhook {
        ...WebhookFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(input: { id: $id }) {
      webhook {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELIVERY_FIELDS = graphql(`
  fragment DeliveryFields on WebhookDelivery {
    id
    event
    occurredAt
    status
    attempts
    attemptedAt
    nextAttemptAt
    request
    responseStatus
    responseBody
    problem
    durationMs
  }
`)

export const WEBHOOK_DELIVERIES = graphql(`
  query WebhookDeliveries($webhookId: ID!, $status: WebhookDeliveryStatus, $first: Int!, $after: String) {
    webhookDeliveries(webhookId: $webhookId, status: $status, first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...DeliveryFields
        }
      }
    }
  }
`)

export const SEND_TEST_WEBHOOK = graphql(`
  mutation SendTestWebhook($id: ID!) {
    sendTestWebhook(input: { id: $id }) {
      webhookDelivery {
        ...DeliveryFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESEND_WEBHOOK_DELIVERY = graphql(`
  mutation ResendWebhookDelivery($id: ID!) {
    resendWebhookDelivery(input: { id: $id }) {
      webhookDelivery {
        ...DeliveryFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)
