import type { AppPath } from '#engine/rules/paths.ts'
import type { Command } from '#platform/web/commands/command.ts'
import { paths } from '#platform/web/page/paths.ts'

/** Other words for pages. Separate from the navigation, which loads before the palette. */
const words: Partial<Record<AppPath, string>> = {
  [paths.opportunities]: 'leads posts home',
  [paths.findLeads]: 'search runs discovery stored posts backfill compare',
  [paths.searchbox]: 'searchbox find query lens stored posts',
  [paths.replied]: 'archive history answered',
  [paths.rejected]: 'archive history dropped audit missed',
  [paths.mentions]: 'brand competitors industry share of voice sentiment spikes mute',
  [paths.dashboard]: 'overview today queue numbers metrics time to reply setup checklist usage home',
  [paths.insights]: 'boards charts reports share of voice sentiment funnel best hours precision survival analytics',
  [paths.inbox]: 'messages conversations dm direct comments modmail replies unread snoozed',
  [paths.inboxMail]: 'email messages conversations threads replies bounces unread snoozed',
  [paths.projectMailboxes]:
    'email imap smtp connect google microsoft signature warm-up suppression unsubscribed bounced',
  [paths.crm]: 'people board kanban stages pipeline tasks next action overdue value deals',
  [paths.projectMessages]: 'sending limits quiet hours stop automatic assisted manual direct',
  [paths.projectMain]: 'summary website name',
  [paths.projectKeywords]: 'phrases',
  [paths.projectCompetitors]: 'rivals',
  [paths.projectSources]: 'reddit account health lag gaps',
  [paths.projectImports]: 'archives upload dump files pushshift arctic shift',
  [paths.projectMembers]: 'team people invite invitations roles rights audit log owner',
  [paths.projectIntegrations]: 'api tokens feeds rss json webhooks mcp assistants export import csv connect',
  [paths.projectNotifications]: 'alerts rules email digest quiet hours snooze delivery log',
  [paths.projectPrompts]: 'facts voice disclosure claims replies drafts model',
  [paths.projectBilling]: 'plan subscription access',
  [paths.accountMain]: 'email profile me password sessions tokens api export delete time zone',
  [paths.accountMembers]: 'members colleagues clients all projects',
  [paths.users]:
    'internal admin operator accounts projects visits analytics errors act as impersonate grant access flags',
  [paths.accountNotifications]: 'alerts email digest unsubscribe quiet hours',
}

/** The words of the commands that open pages, by their IDs. */
const wordsOfCommands = new Map(Object.entries(words).map(([path, text]) => [`go ${path}`, text]))

/** Returns a command with the other words of the page that it opens, if it opens one. */
export function withPageWords(command: Command): Command {
  const text = wordsOfCommands.get(command.id)
  return text === undefined ? command : { ...command, words: text }
}
