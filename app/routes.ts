import { sql } from 'drizzle-orm'
import { providers } from '#features/accounts/contract.ts'
import { apiTokens, createApiToken, deleteApiToken } from '#features/accounts/server/api-tokens.ts'
import { confirmEmail } from '#features/accounts/server/confirm-email.ts'
import { dropEmailChange, readEmailChange } from '#features/accounts/server/email-change.ts'
import { login } from '#features/accounts/server/login.ts'
import { logout } from '#features/accounts/server/logout.ts'
import { changePassword, forgotPassword, mailPasswordLink, resetPassword } from '#features/accounts/server/passwords.ts'
import { signedInId, signedInUser, users } from '#features/accounts/server/people.ts'
import { readFlags } from '#features/accounts/server/read-flags.ts'
import { readSignInWays } from '#features/accounts/server/read-sign-in-ways.ts'
import { register } from '#features/accounts/server/register.ts'
import { sendEmailConfirmation } from '#features/accounts/server/send-confirmation.ts'
import { deleteOtherSessions, deleteSession, sessionsOf } from '#features/accounts/server/session-list.ts'
import { beginLinking, unlinkIdentity } from '#features/accounts/server/social/linking.ts'
import { readPending } from '#features/accounts/server/social/pending.ts'
import { confirmSignInCode, mailSignInCode } from '#features/accounts/server/social/sign-in-code.ts'
import { updateMe } from '#features/accounts/server/update-me.ts'
import { alertRules, createAlertRule, deleteAlertRule, updateAlertRule } from '#features/alerts/server/alert-rules.ts'
import { readProjectAccess } from '#features/billing/server/read-project-access.ts'
import { purchases, readInvoice, subscriptions } from '#features/billing/server/subscriptions.ts'
import { createNote, deleteNote, notes, updateNote } from '#features/crm/server/notes.ts'
import { createPerson, deletePerson, people, updatePerson } from '#features/crm/server/people.ts'
import {
  createReminder,
  deleteReminder,
  putReminder,
  reminders,
  removeReminder,
  updateReminder,
} from '#features/crm/server/reminders.ts'
import { createReport, deleteReport, reportsFor, updateReport } from '#features/insights/server/reports.ts'
import {
  claimOpportunity,
  rejectOpportunity,
  replyToOpportunity,
  saveOpportunity,
  unclaimOpportunity,
  unrejectOpportunity,
  unreplyToOpportunity,
  unsaveOpportunity,
} from '#features/leads/server/decisions.ts'
import { opportunities } from '#features/leads/server/opportunities.ts'
import { readReleases } from '#features/leads/server/read-releases.ts'
import { findArchives } from '#features/matching/server/imports/archives-folder.ts'
import {
  createImport,
  deleteImport,
  putImportChunk,
  resumeImport,
  stopImport,
} from '#features/matching/server/imports/change-imports.ts'
import { imports } from '#features/matching/server/imports/imports.ts'
import { posts } from '#features/matching/server/shown-posts.ts'
import { mentionTotals } from '#features/mentions/server/mention-totals.ts'
import { mentions } from '#features/mentions/server/mentions.ts'
import { updateMention } from '#features/mentions/server/update-mention.ts'
import { campaigns, createCampaign, deleteCampaign, updateCampaign } from '#features/messages/server/campaigns.ts'
import {
  conversations,
  createConversation,
  deleteConversation,
  updateConversation,
} from '#features/messages/server/conversations.ts'
import { createMessage, deleteMessage, messages, updateMessage } from '#features/messages/server/messages.ts'
import { collectEmail } from '#features/operations/server/capture/capture.ts'
import { sendFeedback } from '#features/operations/server/feedback/feedback.ts'
import type { ReadFigures } from '#features/operations/server/health/figures.ts'
import { readHealth } from '#features/operations/server/health/read-health.ts'
import { retryJobs } from '#features/operations/server/health/retry-jobs.ts'
import { purgeSandbox, readSandbox } from '#features/operations/server/sandbox/sandbox.ts'
import { deleteAccount } from '#features/privacy/server/erasure/delete-account.ts'
import { createExport } from '#features/privacy/server/export/create-export.ts'
import { deleteExport, findExport, findExports } from '#features/privacy/server/export/own-exports.ts'
import {
  archiveProject,
  createProject,
  deleteProject,
  updateProject,
} from '#features/projects/server/change-projects.ts'
import { createPreview } from '#features/projects/server/create-preview.ts'
import { memberships } from '#features/projects/server/memberships.ts'
import { projects } from '#features/projects/server/projects.ts'
import { createWebsiteProfile } from '#features/projects/server/website/create-website-profile.ts'
import { redditAccounts } from '#features/reddit/server/accounts/accounts.ts'
import { connectRedditAccount, disconnectRedditAccount } from '#features/reddit/server/accounts/connect.ts'
import { createCommunityProfiles } from '#features/reddit/server/communities/create-community-profiles.ts'
import { forgettings } from '#features/reddit/server/deletions/forgettings.ts'
import { promptVersions } from '#features/replies/server/prompt-versions.ts'
import { createPrompt, deletePrompt, prompts, updatePrompt } from '#features/replies/server/prompts.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  savedSearches,
  updateSavedSearch,
} from '#features/search/server/saved-searches.ts'
import { auditEntries } from '#features/team/server/audit-entries.ts'
import { handProjectOver, removeMember, updateMember } from '#features/team/server/change-members.ts'
import { acceptInvitation, inviteMember, readInvitation, resendInvitation } from '#features/team/server/invite.ts'
import { members } from '#features/team/server/members.ts'
import { editCompetitors, editKeywords } from '#features/watchlist/server/bulk-edits.ts'
import { createCompetitor, deleteCompetitor, updateCompetitor } from '#features/watchlist/server/change-competitors.ts'
import { createKeyword, deleteKeyword, updateKeyword } from '#features/watchlist/server/change-keywords.ts'

import { competitors } from '#features/watchlist/server/competitors.ts'

import { keywordsOf } from '#features/watchlist/server/keywords.ts'
import { previewKeyword } from '#features/watchlist/server/preview-keyword.ts'
import { readKeywordHealth } from '#features/watchlist/server/read-keyword-health.ts'

import { transaction } from '#platform/server/database/database.ts'
import { reader } from '#platform/server/database/populate.ts'
import type { Routes } from '#platform/server/http/endpoints.ts'
import { installedSources } from './installed-sources.ts'

/** What the server says about itself. */
export interface About {
  version: string
  roles: string[]
}

/** What relations lead to (app/resources). */
const { find, findOne } = reader({
  projects,
  users,
  memberships,
  posts,
  opportunities,
  people,
  conversations,
  prompts,
})

/** Every endpoint of app/contracts.ts, in its order, with the verb that does it. */
export function routesOf({ figures, ...about }: About & { figures: ReadFigures }) {
  return {
    health: async (ctx) => {
      await transaction(ctx, (tx) => tx.execute(sql`select 1`))
      return { status: 'ok', ...about }
    },
    config: async (ctx) => ({
      providers: providers.filter((name) => ctx.signIn[name]),
      sources: installedSources(ctx),
      captureUrl: ctx.captureUrl,
      eventUrl: ctx.outside.eventUrl,
      embeds: ctx.outside.embeds,
      iconHosts: [...ctx.iconHosts],
      flags: await readFlags(ctx),
    }),
    sandbox: (ctx) => readSandbox(ctx),
    collectEmail: (ctx, { body, address }) => collectEmail(ctx, { ...body, address }),

    login: (ctx, { body, address }) => login(ctx, { ...body, address }),
    register: (ctx, { body, address }) => register(ctx, { ...body, address }),
    forgotPassword: (ctx, { body, address }) => forgotPassword(ctx, { ...body, address }),
    resetPassword: (ctx, { body, address }) => resetPassword(ctx, { ...body, address }),
    changePassword: (ctx, { body }) => changePassword(ctx, body),
    sendEmailConfirmation: (ctx, { body, address }) => sendEmailConfirmation(ctx, { ...body, address }),
    emailConfirmation: (ctx, { query, address }) => confirmEmail(ctx, { ...query, address }),
    logout: (ctx) => logout(ctx),
    pendingIdentity: (ctx, { pending }) => readPending(ctx, pending),
    pendingIdentityEmail: (ctx, { body, pending, address }) =>
      mailSignInCode(ctx, { ...body, browser: pending, address }),
    pendingIdentityCode: (ctx, { body, pending }) => confirmSignInCode(ctx, { ...body, browser: pending }),
    signInWays: (ctx) => one(readSignInWays(ctx)),
    linkStart: (ctx, { body, address }) => one(beginLinking(ctx, { ...body, address })),
    identitiesDelete: (ctx, { id }) => unlinkIdentity(ctx, { id }),
    passwordMailCreate: (ctx, { address }) => one(mailPasswordLink(ctx, { address })),
    me: (ctx, { query }) => findOne(ctx, signedInUser, signedInId(ctx), query),
    meUpdate: (ctx, { body, address }) => updateMe(ctx, { ...body, address }),
    emailChange: (ctx) => one(readEmailChange(ctx)),
    emailChangeDelete: (ctx) => dropEmailChange(ctx),
    sessionsFind: (ctx, { query }) => find(ctx, sessionsOf(ctx), query),
    sessionsFindOne: (ctx, { id, query }) => one(findOne(ctx, sessionsOf(ctx), id, query)),
    sessionsDelete: (ctx, { id }) => deleteSession(ctx, id),
    otherSessionsDelete: (ctx) => deleteOtherSessions(ctx),

    apiTokensFind: (ctx, { query }) => find(ctx, apiTokens, query),
    apiTokensFindOne: (ctx, { id, query }) => one(findOne(ctx, apiTokens, id, query)),
    apiTokensCreate: (ctx, { body }) => one(createApiToken(ctx, body)),
    apiTokensDelete: (ctx, { id }) => deleteApiToken(ctx, { id }),

    projectsFind: (ctx, { query }) => find(ctx, projects, query),
    projectsFindOne: (ctx, { id, query }) => one(findOne(ctx, projects, id, query)),
    projectsCreate: (ctx, { body }) => one(createProject(ctx, body)),
    projectsUpdate: (ctx, { id, body }) => one(updateProject(ctx, { id, data: body })),

    archivePut: (ctx, { id }) => one(archiveProject(ctx, { id, archived: true })),
    archiveDelete: (ctx, { id }) => one(archiveProject(ctx, { id, archived: false })),

    websiteProfilesCreate: (ctx, { body }) => one(createWebsiteProfile(ctx, body)),
    previewsCreate: (ctx, { body }) => one(createPreview(ctx, body)),
    communityProfilesCreate: (ctx, { body }) => one(createCommunityProfiles(ctx, body)),

    releasesFind: (ctx, { id }) => one(readReleases(ctx, { id })),
    healthReport: (ctx, { id }) => one(readHealth(ctx, { id, figures })),
    retriesCreate: (ctx, { id, body }) => one(retryJobs(ctx, { id, ...body })),

    keywordHealth: (ctx, { id }) => one(readKeywordHealth(ctx, { id })),
    keywordsFind: (ctx, { query }) => find(ctx, keywordsOf(ctx), query),
    keywordsFindOne: (ctx, { id, query }) => one(findOne(ctx, keywordsOf(ctx), id, query)),
    keywordsCreate: (ctx, { body }) => one(createKeyword(ctx, body)),
    keywordsUpdate: (ctx, { id, body }) => one(updateKeyword(ctx, { id, data: body })),
    keywordsDelete: (ctx, { id }) => deleteKeyword(ctx, { id }),
    keywordPreviewsCreate: (ctx, { id, body }) => one(previewKeyword(ctx, { id, data: body })),
    keywordEditsCreate: (ctx, { id, body }) => one(editKeywords(ctx, { id, data: body })),
    competitorEditsCreate: (ctx, { id, body }) => one(editCompetitors(ctx, { id, data: body })),

    competitorsFind: (ctx, { query }) => find(ctx, competitors, query),
    competitorsFindOne: (ctx, { id, query }) => one(findOne(ctx, competitors, id, query)),
    competitorsCreate: (ctx, { body }) => one(createCompetitor(ctx, body)),
    competitorsUpdate: (ctx, { id, body }) => one(updateCompetitor(ctx, { id, data: body })),
    competitorsDelete: (ctx, { id }) => deleteCompetitor(ctx, { id }),

    opportunitiesFind: (ctx, { query }) => find(ctx, opportunities, query),
    opportunitiesFindOne: (ctx, { id, query }) => one(findOne(ctx, opportunities, id, query)),
    replyPut: (ctx, { id }) => replyToOpportunity(ctx, { id }),
    replyDelete: (ctx, { id }) => unreplyToOpportunity(ctx, { id }),
    rejectionPut: (ctx, { id, body }) => rejectOpportunity(ctx, { id, reason: body.reason }),
    rejectionDelete: (ctx, { id }) => unrejectOpportunity(ctx, { id }),
    savePut: (ctx, { id }) => saveOpportunity(ctx, { id }),
    saveDelete: (ctx, { id }) => unsaveOpportunity(ctx, { id }),

    mentionsFind: (ctx, { query }) => find(ctx, mentions, query),
    mentionsFindOne: (ctx, { id, query }) => one(findOne(ctx, mentions, id, query)),
    mentionTotals: (ctx, { query }) => one(mentionTotals(ctx, query)),
    mentionsUpdate: (ctx, { id, body }) => one(updateMention(ctx, { id, data: body })),

    notesFind: (ctx, { query }) => find(ctx, notes, query),
    notesFindOne: (ctx, { id, query }) => one(findOne(ctx, notes, id, query)),
    notesCreate: (ctx, { body }) => one(createNote(ctx, body)),
    notesUpdate: (ctx, { id, body }) => one(updateNote(ctx, { id, data: body })),
    notesDelete: (ctx, { id }) => deleteNote(ctx, { id }),

    remindersFind: (ctx, { query }) => find(ctx, reminders, query),
    remindersFindOne: (ctx, { id, query }) => one(findOne(ctx, reminders, id, query)),
    remindersCreate: (ctx, { body }) => one(createReminder(ctx, body)),
    remindersUpdate: (ctx, { id, body }) => one(updateReminder(ctx, { id, data: body })),
    remindersDelete: (ctx, { id }) => deleteReminder(ctx, { id }),
    reminderPut: (ctx, { id, body }) => one(putReminder(ctx, { id, data: body })),
    reminderDelete: (ctx, { id }) => removeReminder(ctx, { id }),
    claimPut: (ctx, { id }) => one(claimOpportunity(ctx, { id })),
    claimDelete: (ctx, { id }) => one(unclaimOpportunity(ctx, { id })),

    promptsFind: (ctx, { query }) => find(ctx, prompts, query),
    promptsFindOne: (ctx, { id, query }) => one(findOne(ctx, prompts, id, query)),
    promptsCreate: (ctx, { body }) => one(createPrompt(ctx, body)),
    promptsUpdate: (ctx, { id, body }) => one(updatePrompt(ctx, { id, data: body })),
    promptsDelete: (ctx, { id }) => deletePrompt(ctx, { id }),
    promptVersionsFind: (ctx, { query }) => find(ctx, promptVersions, query),
    promptVersionsFindOne: (ctx, { id, query }) => one(findOne(ctx, promptVersions, id, query)),

    savedSearchesFind: (ctx, { query }) => find(ctx, savedSearches, query),
    savedSearchesFindOne: (ctx, { id, query }) => one(findOne(ctx, savedSearches, id, query)),
    savedSearchesCreate: (ctx, { body }) => one(createSavedSearch(ctx, body)),
    savedSearchesUpdate: (ctx, { id, body }) => one(updateSavedSearch(ctx, { id, data: body })),
    savedSearchesDelete: (ctx, { id }) => deleteSavedSearch(ctx, { id }),

    alertRulesFind: (ctx, { query }) => find(ctx, alertRules, query),
    alertRulesFindOne: (ctx, { id, query }) => one(findOne(ctx, alertRules, id, query)),
    alertRulesCreate: (ctx, { body }) => one(createAlertRule(ctx, body)),
    alertRulesUpdate: (ctx, { id, body }) => one(updateAlertRule(ctx, { id, data: body })),
    alertRulesDelete: (ctx, { id }) => deleteAlertRule(ctx, { id }),

    reportsFind: (ctx, { query }) => find(ctx, reportsFor(ctx), query),
    reportsFindOne: (ctx, { id, query }) => one(findOne(ctx, reportsFor(ctx), id, query)),
    reportsCreate: (ctx, { body }) => one(createReport(ctx, body)),
    reportsUpdate: (ctx, { id, body }) => one(updateReport(ctx, { id, data: body })),
    reportsDelete: (ctx, { id }) => deleteReport(ctx, { id }),

    peopleFind: (ctx, { query }) => find(ctx, people, query),
    peopleFindOne: (ctx, { id, query }) => one(findOne(ctx, people, id, query)),
    peopleCreate: (ctx, { body }) => one(createPerson(ctx, body)),
    peopleUpdate: (ctx, { id, body }) => one(updatePerson(ctx, { id, data: body })),
    peopleDelete: (ctx, { id }) => deletePerson(ctx, { id }),

    conversationsFind: (ctx, { query }) => find(ctx, conversations, query),
    conversationsFindOne: (ctx, { id, query }) => one(findOne(ctx, conversations, id, query)),
    conversationsCreate: (ctx, { body }) => one(createConversation(ctx, body)),
    conversationsUpdate: (ctx, { id, body }) => one(updateConversation(ctx, { id, data: body })),
    conversationsDelete: (ctx, { id }) => deleteConversation(ctx, { id }),
    messagesFind: (ctx, { query }) => find(ctx, messages, query),
    messagesFindOne: (ctx, { id, query }) => one(findOne(ctx, messages, id, query)),
    messagesCreate: (ctx, { body }) => one(createMessage(ctx, body)),
    messagesUpdate: (ctx, { id, body }) => one(updateMessage(ctx, { id, data: body })),
    messagesDelete: (ctx, { id }) => deleteMessage(ctx, { id }),

    campaignsFind: (ctx, { query }) => find(ctx, campaigns, query),
    campaignsFindOne: (ctx, { id, query }) => one(findOne(ctx, campaigns, id, query)),
    campaignsCreate: (ctx, { body }) => one(createCampaign(ctx, body)),
    campaignsUpdate: (ctx, { id, body }) => one(updateCampaign(ctx, { id, data: body })),
    campaignsDelete: (ctx, { id }) => deleteCampaign(ctx, { id }),

    redditAccountsFind: (ctx, { query }) => find(ctx, redditAccounts, query),
    redditAccountsFindOne: (ctx, { id, query }) => one(findOne(ctx, redditAccounts, id, query)),
    redditAccountsConnect: (ctx, { body, address }) => one(connectRedditAccount(ctx, { ...body, address })),
    redditAccountsDelete: (ctx, { id }) => disconnectRedditAccount(ctx, { id }),

    importsFind: (ctx, { query }) => find(ctx, imports, query),
    importsFindOne: (ctx, { id, query }) => one(findOne(ctx, imports, id, query)),
    importsCreate: (ctx, { body }) => one(createImport(ctx, body)),
    importChunkPut: (ctx, { id, number, body }) => one(putImportChunk(ctx, { id, number, bytes: body })),
    importStopPut: (ctx, { id }) => one(stopImport(ctx, { id })),
    importStopDelete: (ctx, { id }) => one(resumeImport(ctx, { id })),
    importsDelete: (ctx, { id }) => deleteImport(ctx, { id }),
    archivesFind: (ctx, { id }) => one(findArchives(ctx, { projectId: id })),

    membersFind: (ctx, { query }) => find(ctx, members, query),
    membersFindOne: (ctx, { id, query }) => one(findOne(ctx, members, id, query)),
    membersCreate: (ctx, { body }) => one(inviteMember(ctx, body)),
    membersUpdate: (ctx, { id, body }) => one(updateMember(ctx, { id, data: body })),
    membersDelete: (ctx, { id }) => removeMember(ctx, { id }),
    invitationFindOne: (ctx, { id, query }) => one(readInvitation(ctx, { id, ...query })),
    acceptancePut: (ctx, { id, body }) => one(acceptInvitation(ctx, { id, token: body.token })),
    invitationPut: (ctx, { id }) => one(resendInvitation(ctx, { id })),
    ownershipPut: (ctx, { id, body }) => one(handProjectOver(ctx, { projectId: id, memberId: body.member })),
    forgettingsFind: (ctx, { query }) => find(ctx, forgettings, query),
    forgettingsFindOne: (ctx, { id, query }) => one(findOne(ctx, forgettings, id, query)),
    auditEntriesFind: (ctx, { query }) => find(ctx, auditEntries, query),
    auditEntriesFindOne: (ctx, { id, query }) => one(findOne(ctx, auditEntries, id, query)),

    subscriptionsFind: (ctx, { query }) => find(ctx, subscriptions, query),
    subscriptionsFindOne: (ctx, { id, query }) => one(findOne(ctx, subscriptions, id, query)),
    purchasesFind: (ctx, { query }) => find(ctx, purchases, query),
    purchasesFindOne: (ctx, { id, query }) => one(findOne(ctx, purchases, id, query)),
    invoiceFind: (ctx, { id }) => readInvoice(ctx, { id }),
    projectAccess: (ctx, { id }) => one(readProjectAccess(ctx, { id })),

    exportsFind: (ctx) => one(findExports(ctx)),
    exportsFindOne: (ctx, { id }) => one(findExport(ctx, { id })),
    exportsCreate: (ctx, { body }) => one(createExport(ctx, body)),
    exportsDelete: (ctx, { id }) => deleteExport(ctx, { id }),
    projectsDelete: (ctx, { id }) => deleteProject(ctx, { id }),
    sandboxDelete: (ctx, { id }) => one(purgeSandbox(ctx, { id })),
    meDelete: (ctx, { body }) => deleteAccount(ctx, body),
    feedbackCreate: (ctx, { body }) => one(sendFeedback(ctx, body)),
  } satisfies Routes
}

/** What a verb answers in Strapi's wrapper. */
async function one<T>(row: Promise<T>): Promise<{ data: T; meta: Record<string, never> }> {
  return { data: await row, meta: {} }
}
