import { GraphQLError, type ValidationRule } from 'graphql'

/** What costs much or can be guessed with: once in a document, so that aliases do not multiply it past the limits of requests. */
const ONCE = new Set([
  'register',
  'login',
  'superAdminLogin',
  'confirmPassword',
  'superAdminConfirmPassword',
  'changePassword',
])

/** Refuses documents that name one of these mutations twice, whatever the aliases, fragments and operations. */
export const oncePerDocument: ValidationRule = (context) => {
  const seen = new Set<string>()
  return {
    Field(node) {
      const name = node.name.value
      if (!ONCE.has(name) || context.getParentType() !== context.getSchema().getMutationType()) return
      if (seen.has(name)) {
        context.reportError(new GraphQLError(`A document may call ${name} once only.`, { nodes: node }))
      }
      seen.add(name)
    },
  }
}
