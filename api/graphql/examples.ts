/** The query editor's initial content in local mode. */
export const examples = `# Sign in with the \`login\` mutation and put its sessionToken into the Authorization header below;
# in the browser you are already signed in.

query Overview {
  currentUser { id name email role }
  stats { totalContacts campaignsSent activeCampaigns }
  campaigns(first: 10) {
    totalCount
    nodes: edges { node { id name status sentCount failedCount pendingCount totalContacts statusText resumesAt } }
  }
}

mutation SignIn {
  login(input: { username: "demo", password: "demo-password" }) { sessionToken user { name } }
}

mutation AddContact {
  createContact(input: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }) { id createdAt }
}

mutation Send($id: ID!) {
  sendCampaign(id: $id) { id status totalContacts }
}

subscription Follow($id: ID!) {
  campaignProgress(id: $id) { status sentCount failedCount pendingCount statusText resumesAt }
}
`
