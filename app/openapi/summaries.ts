import type { Endpoint } from '#platform/contract/endpoint.ts'

/** What calls do whose name does not say it. */
const sentences: Record<string, string> = {
  health: 'Whether the server and its database answer',
  config: 'What is configured here at run time',
  sandbox: 'Where the stand-ins of outside parties listen',
  feedbackCreate: 'Say something to whoever runs this installation',
  collectEmail: 'Leave an address for the free guide, which is mailed there once',
  login: 'Sign in with an address and a password',
  register: 'Make an account and sign in',
  logout: 'End the session',
  forgotPassword: 'Ask for a mail to set a new password',
  resetPassword: 'Set a new password with the code of that mail',
  changePassword: 'Change the password; every other session ends',
  sendEmailConfirmation: 'Ask for the mail that confirms an address once more',
  emailConfirmation: 'Confirm an address',
  pendingIdentity: 'Who waits to confirm an address after signing in with a provider',
  pendingIdentityEmail: 'Ask for the mail with a code to an address',
  pendingIdentityCode: 'Confirm the address with that code, and sign in',
  signInMethods: 'Your sign-in methods: whether you have a password, and your linked accounts',
  linkStart: 'Begin to link an account that you have elsewhere',
  identitiesDelete: 'Unlink one of those accounts',
  passwordMailCreate: 'Ask for a mail to set a first password',
  me: 'The signed-in user',
  meUpdate: 'Change the signed-in user',
  emailChange: 'The new address that waits to be confirmed',
  emailChangeDelete: 'Take the wish for a new address back',
  otherSessionsDelete: 'End all other sessions',
  releasesFind: 'What is held for a project until its plan releases it',
  healthReport: 'How the program is doing, as far as it concerns a project',
  retriesCreate: 'Try failed jobs again',
  websiteProfilesCreate: 'Read a website, for a project to be set up',
  previewsCreate: 'What a project would find, before there is one',
  communityProfilesCreate: 'How large communities are, and where they stand on promotion',
  keywordHealth: 'What the keywords of a project bring',
  keywordPreviewsCreate: 'What a keyword would find, before it is saved',
  keywordEditsCreate: 'Add, change and remove many keywords at once',
  competitorEditsCreate: 'Add, change and remove many competitors at once',
  replyPut: 'Mark a lead as replied to',
  replyDelete: 'Take that mark back',
  rejectionPut: 'Reject a lead, with a reason',
  rejectionDelete: 'Take the rejection back',
  savePut: 'Save a lead',
  saveDelete: 'No longer keep it saved',
  reminderPut: 'Make or move the open reminder of a lead',
  reminderDelete: 'Take the open reminder of a lead away',
  mentionTotals: 'Count mentions by kind, sentiment and what they name',
  claimPut: 'Work on a lead',
  claimDelete: 'Nobody works on a lead any more',
  promptsUpdate: 'Make the next version of a prompt',
  messagesCreate: 'Draft a message',
  campaignsCreate: 'Draft a campaign',
  redditAccountsConnect: 'Begin to connect an account on Reddit to a project',
  redditAccountsDelete: 'Disconnect a Reddit account, and give back what it let us do',
  importChunkPut: 'Send the next piece of an upload',
  importStopPut: 'Stop bringing a file in',
  importStopDelete: 'Let it go on',
  archivesFind: "The files in the server's folder of archives",
  archivePut: 'Let a project rest: it listens no more',
  archiveDelete: 'Wake a project again',
  forgettingsFind: 'What was forgotten of a project because it is gone from Reddit',
  forgettingsFindOne: 'One post of a project that was forgotten: when, and not what it said',
  membersCreate: 'Invite somebody to a project',
  membersDelete: 'Remove somebody, take an invitation back, or leave',
  invitationFindOne: 'What an invitation says, to whoever has the token of its mail',
  acceptancePut: 'Take an invitation up, with the token of its mail',
  invitationPut: 'Send an invitation again',
  ownershipPut: 'Hand a project over to another member',
  invoiceFind: 'Where the invoice of a payment is',
  exportsFind: 'Your exports',
  exportsCreate: 'Have all your data, or all of a project, written to a file',
  exportsDelete: 'Remove an export, or stop it',
  projectsDelete: 'Delete a project for good',
  sandboxDelete: 'Take away what a project found in the sandbox',
  meDelete: 'Delete your account for good',
  projectAccess: 'Whether a project is open, and why',
}

const verbs = [
  ['FindOne', 'One of'],
  ['Find', 'A list of'],
  ['Create', 'Make one of'],
  ['Update', 'Change one of'],
  ['Delete', 'Delete one of'],
] as const

/** One line about a call, from its name where that says it: `keywordsFindOne` is one of the keywords. */
export function summaryOf(name: string, { method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined
  if (sentence) return sentence
  const [ending, verb] = verbs.find(([end]) => name.endsWith(end)) ?? []
  return ending ? `${verb} the ${wordsOf(name.slice(0, -ending.length))}` : `${method} ${path.slice(1)}`
}

function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** The names that have a sentence, for the test that they are still in the table. */
export const summarizedNames: readonly string[] = Object.keys(sentences)
