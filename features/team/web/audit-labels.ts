import type { MemberRole } from '#engine/rules/rights.ts'
import { roleNames } from '#platform/web/session/roles.ts'
import type { AuditEntry } from '../contract.ts'

/** The labels of actions. An action without one is shown as is. */
const actions: Record<string, string> = {
  'project.create': 'Created the project',
  'project.setUp': 'Finished setting up the project',
  'project.update': 'Changed the project settings',
  'project.archive': 'Archived the project',
  'project.wake': 'Restored the project',
  'project.delete': 'Deleted the project',
  'project.export': 'Exported the project',
  'project.import': 'Created the project from an exported one',
  'project.seeReal': 'First real post arrived',
  'sandbox.purge': 'Deleted the sample data',
  'project.handOver': 'Transferred ownership',
  'member.invite': 'Invited a member',
  'member.reinvite': 'Resent an invitation',
  'member.uninvite': 'Canceled an invitation',
  'member.accept': 'Accepted an invitation',
  'member.update': "Changed a member's role",
  'member.remove': 'Removed a member',
  'member.leave': 'Left the project',
  'member.confirm': "Confirmed a member's email",
  'member.secondFactorsRemove': "Turned off a member's two-factor sign-in",
  'checkout.create': 'Started a payment',
  'subscription.change': 'Changed the plan',
  'subscription.pause': 'Paused the subscription',
  'subscription.cancel': 'Canceled the subscription',
  'subscription.resume': 'Resumed the subscription',
  'apiToken.create': 'Created an API token',
  'apiToken.delete': 'Revoked an API token',
  'keyword.create': 'Added a keyword',
  'keyword.update': 'Changed a keyword',
  'keyword.delete': 'Deleted a keyword',
  'competitor.create': 'Added a competitor',
  'competitor.update': 'Changed a competitor',
  'competitor.delete': 'Deleted a competitor',
  'import.create': 'Started an import',
  'import.stop': 'Stopped an import',
  'import.resume': 'Resumed an import',
  'import.delete': 'Deleted an import',
  'jobs.retry': 'Retried failed jobs',
  'opportunity.reply': 'Marked a lead as replied',
  'opportunity.unreply': 'Unmarked a lead as replied',
  'opportunity.reject': 'Rejected a lead',
  'opportunity.unreject': 'Restored a rejected lead',
  'replyDraft.create': 'Suggested a reply',
  'replyText.update': 'Wrote the draft of a reply',
  'opportunity.save': 'Saved a lead',
  'opportunity.unsave': 'Unsaved a lead',
  'opportunity.claim': 'Claimed a lead',
  'opportunity.unclaim': 'Unclaimed a lead',
  'opportunity.assign': 'Assigned a lead',
  'auditReview.create': 'Reviewed a dropped post',
  'auditReview.delete': 'Undid the review of a dropped post',
  'leadRun.create': 'Started a search for leads',
  'leadRun.schedule': 'Changed the schedule of a search for leads',
  'leadRun.cancel': 'Canceled a search for leads',
  'leadRun.delete': 'Deleted a search for leads',
  'leadRun.added': 'Added leads from a search',
  'leadRun.dismissed': 'Dismissed results of a search',
  'leadRun.none': 'Undid a choice about results of a search',
  'reminder.create': 'Set a reminder',
  'reminder.update': 'Moved a reminder',
  'reminder.delete': 'Removed a reminder',
  'mention.update': "Changed a mention's handled status",
  'mention.updateSeveral': 'Changed the handled status of several mentions',
  'mentionMute.create': 'Muted mentions',
  'mentionMute.delete': 'Unmuted mentions',
  'note.create': 'Added a note',
  'note.update': 'Changed a note',
  'note.delete': 'Deleted a note',
  'prompt.create': 'Added a prompt',
  'prompt.update': 'Changed a prompt',
  'prompt.delete': 'Deleted a prompt',
  'cannedReply.create': 'Added a canned reply',
  'cannedReply.update': 'Changed a canned reply',
  'cannedReply.delete': 'Deleted a canned reply',
  'savedSearch.create': 'Saved a search',
  'savedSearch.update': 'Changed a saved search',
  'savedSearch.delete': 'Deleted a saved search',
  'savedView.create': 'Saved a view',
  'savedView.update': 'Changed a saved view',
  'savedView.delete': 'Deleted a saved view',
  'viewFeed.create': 'Created a feed',
  'viewFeed.delete': 'Revoked a feed',
  'acting.start': 'An internal admin began to act as this member',
  'acting.end': 'An internal admin stopped acting as this member',
  'access.grant': 'Granted access to the project',
  'access.withdraw': 'Withdrew granted access to the project',
  'account.export': "Exported a member's account",
  'confirmation.send': 'Resent a confirmation email',
  'flags.set': 'Set feature flags',
  'mail.read': 'Read an email to a member, as an internal admin',
  'mailbox.create': 'Added a mailbox',
  'mailbox.connect': 'Connected a mailbox',
  'mailbox.reconnect': 'Connected a mailbox again',
  'mailbox.update': 'Changed a mailbox',
  'mailbox.disconnect': 'Disconnected a mailbox',
  'mailbox.delete': 'Deleted a mailbox',
  'mail.wasSent': 'Marked an email as sent',
  'mail.sendAgain': 'Resent an email with an unclear outcome',
  'mailSuppression.create': 'Suppressed an address',
  'mailSuppression.update': 'Changed a suppressed address',
  'mailSuppression.delete': 'Allowed email to a suppressed address',
  'messageSettings.update': 'Changed how messages are sent',
  'messageSettings.stop': 'Stopped all messages',
  'messageSettings.resume': 'Resumed sending messages',
  'invitation.record': 'Recorded an invitation to message',
  'alertRule.create': 'Added an alert',
  'alertRule.update': 'Changed an alert',
  'alertRule.delete': 'Deleted an alert',
  'destination.create': 'Added a webhook',
  'destination.update': 'Changed a webhook',
  'destination.delete': 'Deleted a webhook',
  'destination.rotate': "Changed a webhook's secret",
  'destination.test': 'Sent a test to a webhook',
  'delivery.replay': 'Sent a webhook message again',
  'alertRule.subscribe': 'Subscribed to an alert',
  'alertRule.unsubscribe': 'Unsubscribed from an alert',
  'report.create': 'Added a report',
  'report.update': 'Changed a report',
  'report.delete': 'Deleted a report',
  'report.send': 'Emailed a report',
  'insightBoards.update': 'Changed the working copy of the boards',
  'insightBoards.publish': 'Published the boards',
  'insightBoards.discard': 'Discarded the working copy of the boards',
  'insightAnnotation.create': 'Added an annotation',
  'insightAnnotation.update': 'Changed an annotation',
  'insightAnnotation.delete': 'Deleted an annotation',
  'agencyPlan.create': 'Made this a client project',
  'agencyPlan.update': 'Changed the plan of this client project',
  'agencyPlan.delete': 'Made this an ordinary project',
  'insightShare.create': 'Added a link to a board or report',
  'insightShare.delete': 'Revoked a link to a board or report',
  'person.create': 'Added a person',
  'person.update': 'Changed a person',
  'person.delete': 'Deleted a person',
  'person.merge': 'Merged two people',
  'people.import': 'Imported people',
  'personStage.create': 'Added a stage',
  'personStage.update': 'Changed a stage',
  'personStage.delete': 'Deleted a stage',
  'task.create': 'Added a task',
  'task.update': 'Changed a task',
  'task.delete': 'Deleted a task',
  'conversation.create': 'Started a conversation',
  'conversation.update': 'Changed a conversation',
  'conversation.delete': 'Deleted a conversation',
  'message.create': 'Drafted a message',
  'message.update': 'Changed a message',
  'message.delete': 'Deleted a message',
  'campaign.create': 'Added a campaign',
  'campaign.update': 'Changed a campaign',
  'campaign.delete': 'Deleted a campaign',
  'redditAccount.connect': 'Connected a Reddit account',
  'redditAccount.disconnect': 'Disconnected a Reddit account',
}

/** The kinds of entries to filter by: the first part of an action. */
export const auditKinds = [
  { value: 'all', label: 'All events' },
  { value: 'member', label: 'Members' },
  { value: 'project', label: 'Project' },
  { value: 'apiToken', label: 'API tokens' },
  { value: 'keyword', label: 'Keywords' },
  { value: 'competitor', label: 'Competitors' },
  { value: 'import', label: 'Imports' },
  { value: 'opportunity', label: 'Leads' },
] as const

/** Returns the label of an action. */
export function actionText({ action }: Pick<AuditEntry, 'action'>): string {
  return actions[action] ?? action
}

const fieldNames: Record<string, string> = {
  name: 'name',
  website: 'website',
  summary: 'summary',
  audience: 'audience',
  pains: 'pain points',
  languages: 'languages',
  communities: 'communities',
  timeZone: 'time zone',
  scoreWeights: 'score weights',
  sendToModel: 'sending posts to the chat model',
  replyModel: 'chat model for replies',
  seoQueries: 'SEO queries',
  sources: 'sources',
}

/** Describes the change with the entry's roles, fields and names. Empty if it has none. */
export function detailText({ details }: Pick<AuditEntry, 'details'>): string {
  const { from, to, role, name, changed, peopleKept, apiToken } = details
  const texts = [
    isRole(from) && isRole(to) && `${roleNames[from]} to ${roleNames[to]}`,
    isRole(role) && `as ${roleNames[role].toLowerCase()}`,
    typeof name === 'string' && name,
    Array.isArray(changed) && changed.map((field) => fieldNames[String(field)] ?? String(field)).join(', '),
    typeof peopleKept === 'number' &&
      peopleKept > 0 &&
      (peopleKept === 1 ? '1 person kept' : `${peopleKept} people kept`),
    apiToken !== undefined && 'via API token',
  ]
  return texts.filter(Boolean).join(' · ')
}

function adminIn({ admin }: AuditEntry['details']): string | null {
  const email = typeof admin === 'object' && admin !== null && 'email' in admin ? admin.email : null
  return typeof email === 'string' ? email : null
}

function isRole(value: unknown): value is MemberRole {
  return typeof value === 'string' && Object.hasOwn(roleNames, value)
}

/** Returns the actor's label. It also names an internal admin, who acts as the user or isn't a member. */
export function actorText({ actor, user, details }: Pick<AuditEntry, 'actor' | 'user' | 'details'>): string {
  const admin = adminIn(details)
  if (admin !== null) return user ? `${user.email}, by internal admin ${admin}` : `Internal admin ${admin}`
  if (user) return user.email
  if (actor === 'operator') return 'Server administrator'
  return actor.startsWith('job:') ? 'Earshot' : 'Former member'
}
