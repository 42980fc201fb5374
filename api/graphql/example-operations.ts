/** The query editor's initial content in local mode. */
export const examples = `# Sign in with the \`login\` mutation and put its sessionToken into the Authorization header below;
# in the browser you are already signed in.
#
# A mutation takes one \`input\` and answers with a payload. If it is refused, \`errors\` says why and the rest is null;
# nothing has changed then. Always select \`errors\`. Failures of the request itself, such as UNAUTHENTICATED, are in the
# \`errors\` beside \`data\`.

query Overview {
  currentUser { id name email role }
  stats { totalContacts campaignsSent activeCampaigns }
  campaigns(first: 10) {
    totalCount
    nodes { id name status sentCount failedCount pendingCount totalContacts statusText resumesAt }
    pageInfo { hasNextPage endCursor }
  }
}

mutation SignIn {
  login(input: { username: "demo", password: "demo-password" }) {
    sessionToken
    user { name }
    errors { code field message }
  }
}

mutation AddContact {
  createContact(input: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }) {
    contact { id createdAt }
    errors { code field message }
  }
}

# Several mutations run in this order. Each tells its own outcome: a refused one does not stop the next.
mutation AddTwoContacts {
  ada: createContact(input: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }) {
    contact { id }
    errors { code field message }
  }
  grace: createContact(input: { firstName: "Grace", lastName: "Hopper", email: "grace@example.com" }) {
    contact { id }
    errors { code field message }
  }
}

mutation Send($id: ID!) {
  sendCampaign(input: { id: $id }) {
    campaign { id status totalContacts }
    errors { code field message }
  }
}

subscription Follow($id: ID!) {
  campaignProgress(id: $id) { status sentCount failedCount pendingCount statusText resumesAt }
}
`
