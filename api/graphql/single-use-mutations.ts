import { GraphQLError, type ValidationRule } from 'graphql'

/**
 * Mutations that are expensive or could be used for guessing: allowed once per document, so that aliases cannot bypass
 * the rate limit.
 */
const ONCE = new Set([
  'register',
  'login',
  'superAdminLogin',
  'confirmPassword',
  'superAdminConfirmPassword',
  'changePassword',
  'requestPasswordReset',
  'resetPassword',
  'acceptInvitation',
  'inviteUser',
])

/** Rejects documents that use one of these mutations twice, across aliases, fragments and operations. */
export const oncePerDocument: ValidationRule = (context) => {
  const seen = new Set<string>()
  return {
    Field(node) {
      const name = node.name.value
      if (!ONCE.has(name) || context.getParentType() !== context.getSchema().getMutationType()) return
      if (seen.has(name)) {
        context.reportError(new GraphQLError(`A document may call ${name} only once.`, { nodes: node }))
      }
      seen.add(name)
    },
  }
}
