import { providers } from '@earshot/contract/sign-in'
import { sql } from 'drizzle-orm'
import { acceptInvitation } from './actions/accept-invitation.ts'
import { archiveProject } from './actions/archive-project.ts'
import { confirmSignInCode } from './actions/confirm-sign-in-code.ts'
import { createApiToken } from './actions/create-api-token.ts'
import { createCompetitor } from './actions/create-competitor.ts'
import { createImport } from './actions/create-import.ts'
import { createKeyword } from './actions/create-keyword.ts'
import { createPreview } from './actions/create-preview.ts'
import { createProject } from './actions/create-project.ts'
import { createWebsiteProfile } from './actions/create-website-profile.ts'
import { deleteApiToken } from './actions/delete-api-token.ts'
import { deleteCompetitor } from './actions/delete-competitor.ts'
import { deleteImport } from './actions/delete-import.ts'
import { deleteKeyword } from './actions/delete-keyword.ts'
import { findArchives } from './actions/find-archives.ts'
import { handProjectOver } from './actions/hand-project-over.ts'
import { inviteMember } from './actions/invite-member.ts'
import { mailSignInCode } from './actions/mail-sign-in-code.ts'
import { putImportChunk } from './actions/put-import-chunk.ts'
import { readHealth } from './actions/read-health.ts'
import { readInvoice } from './actions/read-invoice.ts'
import { readKeywordHealth } from './actions/read-keyword-health.ts'
import { readProjectAccess } from './actions/read-project-access.ts'
import { readSandbox } from './actions/read-sandbox.ts'
import { rejectOpportunity } from './actions/reject-opportunity.ts'
import { removeMember } from './actions/remove-member.ts'
import { replyToOpportunity } from './actions/reply-to-opportunity.ts'
import { resendInvitation } from './actions/resend-invitation.ts'
import { resumeImport } from './actions/resume-import.ts'
import { retryJobs } from './actions/retry-jobs.ts'
import { saveOpportunity } from './actions/save-opportunity.ts'
import { stopImport } from './actions/stop-import.ts'
import { unrejectOpportunity } from './actions/unreject-opportunity.ts'
import { unreplyToOpportunity } from './actions/unreply-to-opportunity.ts'
import { unsaveOpportunity } from './actions/unsave-opportunity.ts'
import { updateCompetitor } from './actions/update-competitor.ts'
import { updateKeyword } from './actions/update-keyword.ts'
import { updateMember } from './actions/update-member.ts'
import { updateProject } from './actions/update-project.ts'
import { transaction } from './db/database.ts'
import { reader } from './db/populate.ts'
import { auditEntries } from './features/audit/audit-entries.ts'
import { competitors } from './features/competitor/competitors.ts'
import type { ReadFigures } from './features/health/figures.ts'
import { apiTokens } from './features/identity/api-tokens.ts'
import { changePassword } from './features/identity/change-password.ts'
import { confirmEmail } from './features/identity/confirm-email.ts'
import { forgotPassword } from './features/identity/forgot-password.ts'
import { login } from './features/identity/login.ts'
import { logout } from './features/identity/logout.ts'
import { signedInId, signedInUser, users } from './features/identity/people.ts'
import { register } from './features/identity/register.ts'
import { resetPassword } from './features/identity/reset-password.ts'
import { sendEmailConfirmation } from './features/identity/send-confirmation.ts'
import { deleteOtherSessions, deleteSession, sessionsOf } from './features/identity/session-list.ts'
import { updateMe } from './features/identity/update-me.ts'
import { imports } from './features/import/imports.ts'
import { keywords } from './features/keyword/keywords.ts'
import { members } from './features/member/members.ts'
import { opportunities } from './features/opportunity/opportunities.ts'
import { memberships } from './features/project/memberships.ts'
import { projects } from './features/project/projects.ts'
import { purchases } from './features/purchase/purchases.ts'
import { readPending } from './features/social/pending.ts'
import { subscriptions } from './features/subscription/subscriptions.ts'
import type { Routes } from './http/endpoints.ts'

/** What the server says about itself. */
export interface About {
  version: string
  roles: string[]
}

/** What relations lead to (contract/resources); posts come with the rows that are about them. */
const { find, findOne } = reader({ projects, users, memberships })

/** Every endpoint of contract/api.ts, in its order, with the verb that does it. */
export function routesOf({ figures, ...about }: About & { figures: ReadFigures }) {
  return {
    health: async (ctx) => {
      await transaction(ctx, (tx) => tx.execute(sql`select 1`))
      return { status: 'ok', ...about }
    },
    config: async ({ signIn }) => ({ providers: providers.filter((name) => signIn[name]) }),
    sandbox: (ctx) => readSandbox(ctx),

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
    me: (ctx, { query }) => findOne(ctx, signedInUser, signedInId(ctx), query),
    meUpdate: (ctx, { body, address }) => updateMe(ctx, { ...body, address }),
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

    healthReport: (ctx, { id }) => one(readHealth(ctx, { id, figures })),
    retriesCreate: (ctx, { id, body }) => one(retryJobs(ctx, { id, ...body })),

    keywordHealth: (ctx, { id }) => one(readKeywordHealth(ctx, { id })),
    keywordsFind: (ctx, { query }) => find(ctx, keywords, query),
    keywordsFindOne: (ctx, { id, query }) => one(findOne(ctx, keywords, id, query)),
    keywordsCreate: (ctx, { body }) => one(createKeyword(ctx, body)),
    keywordsUpdate: (ctx, { id, body }) => one(updateKeyword(ctx, { id, data: body })),
    keywordsDelete: (ctx, { id }) => deleteKeyword(ctx, { id }),

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
    acceptancePut: (ctx, { id, body }) => one(acceptInvitation(ctx, { id, token: body.token })),
    invitationPut: (ctx, { id }) => one(resendInvitation(ctx, { id })),
    ownershipPut: (ctx, { id, body }) => one(handProjectOver(ctx, { projectId: id, memberId: body.member })),
    auditEntriesFind: (ctx, { query }) => find(ctx, auditEntries, query),
    auditEntriesFindOne: (ctx, { id, query }) => one(findOne(ctx, auditEntries, id, query)),

    subscriptionsFind: (ctx, { query }) => find(ctx, subscriptions, query),
    subscriptionsFindOne: (ctx, { id, query }) => one(findOne(ctx, subscriptions, id, query)),
    purchasesFind: (ctx, { query }) => find(ctx, purchases, query),
    purchasesFindOne: (ctx, { id, query }) => one(findOne(ctx, purchases, id, query)),
    invoiceFind: (ctx, { id }) => readInvoice(ctx, { id }),
    projectAccess: (ctx, { id }) => one(readProjectAccess(ctx, { id })),
  } satisfies Routes
}

/** What a verb answers in Strapi's wrapper. */
async function one<T>(row: Promise<T>): Promise<{ data: T; meta: Record<string, never> }> {
  return { data: await row, meta: {} }
}
