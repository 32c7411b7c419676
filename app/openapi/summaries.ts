import type { Endpoint } from '#platform/contract/endpoint.ts'

/** The summaries of endpoints whose name isn't descriptive. */
const sentences: Record<string, string> = {
  health: 'Check the server and its database',
  config: 'Get the server configuration',
  sandbox: 'Get the addresses of the sandbox services',
  feedbackCreate: 'Send feedback to the server administrator',
  collectEmail: 'Request the free guide by email',
  login: 'Sign in with an email and password',
  register: 'Create an account and sign in',
  logout: 'Sign out',
  forgotPassword: 'Request a password reset email',
  resetPassword: 'Set a new password with the code from the email',
  changePassword: 'Change the password and end all other sessions',
  sendEmailConfirmation: 'Resend the confirmation email',
  emailConfirmation: 'Confirm an email address',
  pendingIdentity: 'Get the provider sign-in that is waiting for an email address',
  pendingIdentityEmail: 'Send a code to an email address',
  pendingIdentityCode: 'Confirm the email address with the code and sign in',
  signInMethods: 'List your sign-in methods',
  linkStart: 'Start linking a provider account',
  identitiesDelete: 'Unlink a provider account',
  passwordMailCreate: 'Request an email to set your first password',
  me: 'Get the signed-in user',
  meUpdate: 'Update the signed-in user',
  emailChange: 'Get your pending email change',
  emailChangeDelete: 'Cancel your pending email change',
  sessionsDelete: 'End a session',
  otherSessionsDelete: 'End all other sessions',
  apiTokensDelete: 'Revoke an API token',
  storedPostsFind: 'Search the stored posts of a project',
  searchFacetsFind: 'Count the matches of a search by community, kind, age, and lens',
  foundLeadPut: 'Add a stored post to the saved leads',
  liveSearchesCreate: 'Search Reddit itself, without storing anything',
  liveLeadPut: 'Store a post of a live search and add it to the saved leads',
  modelUseFind: 'Get how many posts were sent to the chat model today',
  leadFiltersFind: 'List the communities, keywords, and competitors that occur in leads',
  readPut: 'Mark a lead as read',
  readDelete: 'Mark a lead as unread',
  leadVisitPut: "Record a visit to a project's leads",
  releasesFind: 'List leads and mentions held until the next release',
  healthReport: 'Get the system status of a project',
  retriesCreate: 'Retry failed jobs',
  setup: 'Get your unfinished setup',
  setupPut: 'Save answers of your setup',
  setupCompletionsCreate: 'Finish your setup and start the first scan',
  websiteProfilesCreate: 'Read a website to set up a project',
  previewsCreate: 'Preview the leads of a new project',
  threadReadingsCreate: 'Read the comments of a post and facts about its author from Reddit',
  communityProfilesCreate: 'Look up the size and promotion rules of communities',
  keywordHealth: 'Get the performance of keywords',
  keywordPreviewsCreate: 'Preview the results of a keyword',
  keywordEditsCreate: 'Create, update, and delete keywords in bulk',
  competitorEditsCreate: 'Create, update, and delete competitors in bulk',
  alertPreviewCreate: 'Preview what an alert rule would have sent in the last week',
  alertDeliveriesFind: 'List the newest messages of alert rules, with the reason for each that was not delivered',
  alertSampleCreate: 'Email yourself a sample of the messages of an alert rule',
  mailSuppressionFind: 'Get whether your address gets no alerts because a mail server refused it',
  mailSuppressionDelete: 'Let alerts try your address again',
  replyPut: 'Mark a lead as replied, with the text and permalink of the reply',
  similarFind: 'Find leads and dropped posts like a lead',
  auditFind: 'Get the dropped posts to review and the measured miss rate',
  auditReviewsCreate: 'Review a dropped post',
  auditReviewsDelete: 'Undo the review of a dropped post',
  leadRunsFind: 'List searches for leads',
  leadRunsFindOne: 'Get a search for leads',
  leadRunsCreate: 'Start a search for leads among the stored posts',
  leadRunsUpdate: 'Repeat a search for leads on a schedule',
  leadRunsDelete: 'Delete a search for leads and its results',
  runCancellationPut: 'Cancel a search for leads',
  runChoicePut: 'Add results to the leads, dismiss them, or undo either',
  runComparisonFind: 'Compare the results of two searches for leads',
  leadRunResultsFind: 'List the results of searches for leads',
  leadRunResultsFindOne: 'Get a result of a search for leads',
  replyDelete: 'Unmark a lead as replied',
  rejectionPut: 'Reject a lead with a reason',
  rejectionDelete: 'Undo the rejection of a lead',
  savePut: 'Save a lead',
  saveDelete: 'Unsave a lead',
  alertSubscriptionsFind: 'List the alert rules that tell you or could',
  alertSubscriptionPut: 'Subscribe to an alert rule',
  alertSubscriptionDelete: 'Unsubscribe from an alert rule',
  reminderPut: 'Set or move the reminder of a lead',
  reminderDelete: 'Delete the reminder of a lead',
  mentionTotals: 'Count mentions by kind, sentiment, and term',
  handledMentionsPut: 'Mark several mentions as handled, or undo that',
  mentionTrends: 'Count mentions over time by term, with spikes',
  mentionMutesCreate: 'Mute the thread, author, or community of a mention',
  mentionMutesDelete: 'Unmute a thread, author, or community',
  claimPut: 'Claim a lead',
  claimDelete: 'Unclaim a lead',
  assigneePut: 'Assign a lead to a member',
  promptsUpdate: 'Create a new version of a prompt',
  messagesCreate: 'Create a draft message',
  campaignsCreate: 'Create a draft campaign',
  redditAccountsConnect: 'Start connecting a Reddit account to a project',
  redditAccountsDelete: 'Disconnect a Reddit account and revoke its access',
  importChunkPut: 'Upload the next chunk of an archive',
  importStopPut: 'Stop an import',
  importStopDelete: 'Resume an import',
  archivesFind: "List the files in the server's archive folder",
  archivePut: 'Archive a project',
  archiveDelete: 'Restore an archived project',
  forgettingsFind: 'List posts of a project that were deleted on Reddit',
  forgettingsFindOne: 'Get the deletion record of a post',
  membersCreate: 'Invite a member',
  membersDelete: 'Remove a member, cancel an invitation, or leave a project',
  invitationFindOne: 'Get an invitation by the token from its email',
  acceptancePut: 'Accept an invitation with the token from its email',
  invitationPut: 'Resend an invitation',
  ownershipPut: 'Transfer a project to another member',
  invoiceFind: 'Get the link to the invoice of a payment',
  plansFind: 'List the plans with their prices',
  checkoutSettings: 'Get the script and the public token for the checkout',
  pricePreview: 'Preview the price of a plan, with a discount',
  checkoutCreate: 'Start a payment for a plan',
  checkoutFindOne: 'Get the state of a payment',
  planChangePreview: 'Preview what another plan costs and pauses',
  planChange: 'Change the plan of a subscription',
  subscriptionPause: 'Pause a subscription at the end of the paid period',
  subscriptionCancel: 'Cancel a subscription at the end of the paid period',
  subscriptionResume: 'Resume a subscription, or keep it from being paused or canceled',
  paymentMethodUpdate: 'Start a change of the payment method',
  invoicesFind: 'List the payments for a project',
  usageFind: 'Get how much of its plan a project has used',
  creditEntriesFind: "List the changes of a project's reply suggestion credits",
  exportsFind: 'List your exports',
  exportsCreate: 'Export your data or a project',
  exportsDelete: 'Cancel or delete an export',
  projectsDelete: 'Permanently delete a project',
  sandboxDelete: 'Delete the sample data of a project',
  meDelete: 'Permanently delete your account',
  projectAccess: 'Check access to a project',
}

const verbs = [
  ['FindOne', (noun: string) => `Get ${article(noun)}`],
  ['Find', (noun: string) => `List ${noun}`],
  ['Create', (noun: string) => `Create ${article(noun)}`],
  ['Update', (noun: string) => `Update ${article(noun)}`],
  ['Delete', (noun: string) => `Delete ${article(noun)}`],
] as const

/**
 * Returns the one-line summary of an endpoint, derived from its name if possible: `keywordsFindOne` is 'Get a keyword'.
 */
export function summaryOf(name: string, { method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined
  if (sentence) return sentence
  const [ending, summary] = verbs.find(([end]) => name.endsWith(end)) ?? []
  return ending ? summary(nounOf(name.slice(0, -ending.length))) : `${method} ${path.slice(1)}`
}

/** Returns the plural noun of a resource name: 'API tokens' for `apiTokens`. */
function nounOf(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^api\b/, 'API')
    .replace(/^reddit\b/, 'Reddit')
}

/** Returns the singular of a plural noun with its article. */
function article(plural: string): string {
  const one = plural === 'people' ? 'person' : plural.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '')
  return `${/^[aeio]/i.test(one) ? 'an' : 'a'} ${one}`
}

/** The endpoint names with a summary, for the test that they still exist. */
export const summarizedNames: readonly string[] = Object.keys(sentences)
