/**
 * Example figures for a new workspace. Shown, marked as samples, only until it sends its first email (product:
 * results.samples); afterwards every figure is computed or hidden.
 */
export const SAMPLE_FIGURES = {
  successRate: '85%',
  changes: {
    totalContacts: '+12%',
    totalCampaigns: '+8%',
    campaignsSent: '+8%',
    openRate: '+3.2%',
    clickRate: '+1.8%',
  },
} as const
