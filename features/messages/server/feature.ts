import { mergeEndpoints } from '#features/crm/contract-people.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { messagesContract } from '../contract.ts'
import { campaignEndpoints } from '../contract-campaigns.ts'
import { mailboxEndpoints } from '../contract-mailboxes.ts'
import { outboxEndpoints } from '../contract-outbox.ts'
import { campaignPeople, campaigns } from './campaigns/campaigns.ts'
import { previewCampaign } from './campaigns/preview.ts'
import { runCampaigns } from './campaigns/run-campaigns.ts'
import { conversations } from './conversations.ts'
import { readInboxCounts } from './inbox/counts.ts'
import { readInboxes } from './inbox/read-inboxes.ts'
import { readMailboxes } from './mail-inbox/read-mailboxes.ts'
import { beginMailConversation } from './mail-outbox/begin-conversation.ts'
import { decideOutcome } from './mail-outbox/decide-outcome.ts'
import { sendMails } from './mail-outbox/send-mails.ts'
import { changeServers, connectMailbox } from './mailboxes/connect.ts'
import { beginMailboxConsent } from './mailboxes/consent.ts'
import { mailboxes } from './mailboxes/mailbox-rows.ts'
import { deleteMailbox, disconnectMailbox, updateMailbox } from './mailboxes/manage.ts'
import { connectSandboxMailbox, readMailboxOptions } from './mailboxes/sandbox-mailbox.ts'
import { addSuppression, mailSuppressions, removeSuppression } from './mailboxes/suppressions.ts'
import { mergePeople, previewMerge } from './merge-people.ts'
import { createMessage, deleteMessage, messages, updateMessage } from './messages.ts'
import { quoteInvitation } from './outbox/invitations.ts'
import { beginOutreach, beginPublicReply, readOutreach } from './outbox/outreach.ts'
import { readPublicReply, sendPublicReply } from './outbox/public-reply.ts'
import { sendMessages } from './outbox/send-messages.ts'
import { forgetOldSendings } from './outbox/sendings.ts'
import { readMessageSettings, resumeMessages, saveMessageSettings, stopMessages } from './outbox/settings.ts'

export const messagesFeature: Feature = {
  name: 'messages',
  routes: [
    ...conversations.routes,
    ...routes(messagesContract.endpoints, {
      messagesCreate: (ctx, { body }) => one(createMessage(ctx, body)),
      messagesUpdate: (ctx, { id, body }) => one(updateMessage(ctx, { id, data: body })),
      messagesDelete: (ctx, { id }) => deleteMessage(ctx, { id }),
    }),
    ...campaigns.routes,
    ...routes(campaignEndpoints, {
      campaignPreviewFind: (ctx, { id }) => one(previewCampaign(ctx, { id })),
    }),
    ...routes(mergeEndpoints, {
      mergePreviewsCreate: (ctx, { id, body }) => one(previewMerge(ctx, { id, other: body.person })),
      personMerge: (ctx, { id, body }) => one(mergePeople(ctx, { id, other: body.person })),
    }),
    ...routes(outboxEndpoints, {
      messageSettingsFind: (ctx, { id }) => one(readMessageSettings(ctx, { id })),
      messageSettingsPut: (ctx, { id, body }) => one(saveMessageSettings(ctx, { id, data: body })),
      messageStopPut: (ctx, { id }) => one(stopMessages(ctx, { id })),
      messageStopDelete: (ctx, { id }) => one(resumeMessages(ctx, { id })),
      outreachFind: (ctx, { id }) => one(readOutreach(ctx, { id })),
      outreachPut: (ctx, { id }) => one(beginOutreach(ctx, { id })),
      publicReplyPut: (ctx, { id }) => one(beginPublicReply(ctx, { id })),
      publicReplyFind: (ctx, { id }) => one(readPublicReply(ctx, { id })),
      publicReplyCreate: (ctx, { id, body }) => one(sendPublicReply(ctx, { id, ...body })),
      personInvitationPut: (ctx, { id, body }) => one(quoteInvitation(ctx, { id, ...body })),
      inboxCountsFind: (ctx, { id, query }) => one(readInboxCounts(ctx, { id, ...query })),
    }),
    ...routes(mailboxEndpoints, {
      mailboxesConnect: (ctx, { body }) => one(connectMailbox(ctx, body)),
      mailboxesUpdate: (ctx, { id, body }) => one(updateMailbox(ctx, { id, data: body })),
      mailboxServersPut: (ctx, { id, body }) => one(changeServers(ctx, { id, data: body })),
      mailboxConnectionDelete: (ctx, { id }) => one(disconnectMailbox(ctx, { id })),
      mailboxesDelete: (ctx, { id }) => deleteMailbox(ctx, { id }),
      mailboxOptionsFind: (ctx, { id }) => one(readMailboxOptions(ctx, { id })),
      sandboxMailboxPut: (ctx, { id }) => one(connectSandboxMailbox(ctx, { id })),
      mailboxConsentCreate: (ctx, { body }) => one(beginMailboxConsent(ctx, body)),
      mailConversationsCreate: (ctx, { body }) => one(beginMailConversation(ctx, body)),
      mailOutcomePut: (ctx, { id, body }) => one(decideOutcome(ctx, { id, ...body })),
      mailSuppressionsCreate: (ctx, { body }) => one(addSuppression(ctx, body)),
      mailSuppressionsDelete: (ctx, { id }) => removeSuppression(ctx, { id }),
    }),
  ],
  readings: {
    ...{ conversations: conversations.rows, messages, campaigns: campaigns.rows, campaignPeople },
    ...{ mailboxes, mailSuppressions },
  },
  jobs: {
    inboxes: { run: readInboxes, cron: '* * * * *' },
    messages: { run: sendMessages, cron: '* * * * *' },
    campaigns: { run: runCampaigns, cron: '* * * * *' },
    mailOutbox: { run: sendMails, cron: '* * * * *' },
    mailboxes: { run: readMailboxes, cron: '* * * * *' },
  },
  upkeep: forgetOldSendings,
}
