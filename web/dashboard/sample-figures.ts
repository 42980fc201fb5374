/**
 * The invented figures. They show, marked as samples, only while the workspace has never sent a mail (product:
 * results.samples); afterwards every figure is computed or absent.
 */
export const SAMPLE_FIGURES = {
  successRate: '85%',
  changes: { totalContacts: '+12%', campaignsSent: '+8%', openRate: '+3.2%', clickRate: '+1.8%' },
} as const
