/** The title and the description of a page that can be opened without signing in. */
export interface PublicPage {
  title: string
  description: string
}

/** Title and description of the landing page, which signed-out visitors see at every path of the app. */
export const LANDING_PAGE: PublicPage = {
  title: 'Mail merge from your own mailbox',
  description:
    'Upload a spreadsheet, write one email and press Send. Each person gets their own copy through your Microsoft 365 or Gmail account, and you see what happened to each one.',
}

/** Titles and descriptions by path; the titles are those that the pages show (OPEN_PAGES of lazy-pages.ts). */
export const PUBLIC_PAGES: Record<string, PublicPage> = {
  '/login': {
    title: 'Sign in',
    description: 'Sign in to Mergewell with your password, a passkey, Microsoft or Google.',
  },
  '/register': {
    title: 'Create your account',
    description: 'Choose a plan and create a Mergewell workspace with Microsoft, Google or a password.',
  },
  '/single-sign-on': {
    title: 'Single sign-on',
    description: 'Sign in to Mergewell through your organization.',
  },
  '/forgot-password': {
    title: 'Forgot your password?',
    description: 'Get an email with a link to choose a new password for Mergewell.',
  },
  '/reset-password': {
    title: 'Set a new password',
    description: 'Choose a new password for your Mergewell account.',
  },
  '/join': {
    title: 'Join your workspace',
    description: 'Accept an invitation to a Mergewell workspace.',
  },
  '/confirm-email': {
    title: 'Confirm your email address',
    description: 'Confirm the email address of your Mergewell account.',
  },
  '/supadmin': {
    title: 'Super admin',
    description: 'Administration of this Mergewell installation.',
  },
}
