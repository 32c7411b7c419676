/** A table's rows in an export. Lists the columns explicitly, so that no secret is included by accident. */
export interface Part {
  /** The line's `type`. */
  type: string
  table: string
  columns: string
  /** Whether each line includes the post that the row is about. */
  withPost?: true
  /** Omits rows of the realm that the project doesn't see. `find` and `seo` also omit held rows. */
  seen?: 'find' | 'inRealm' | 'seo'
}

const dated = 'created_at updated_at'

/** The columns of a post, wherever it is included. */
export const postColumns =
  'kind subreddit author title body body_truncated url permalink flair score num_comments posted_at'

/** A project's data that people created, found or received, selected by the column with its ID. */
export const projectParts: readonly Part[] = [
  {
    type: 'member',
    table: 'member',
    columns: `project_id id user_id email role status invited_by expires_at seen_at ${dated}`,
  },
  {
    type: 'keyword',
    table: 'keyword',
    columns: `project_id id kind query status paused_by subreddits_in subreddits_out language min_score ${dated}`,
  },
  {
    type: 'competitor',
    table: 'competitor',
    columns: `project_id id name website status paused_by aliases domains subreddit exclude_words ${dated}`,
  },
  { type: 'prompt', table: 'prompt', columns: `project_id id kind subreddit text version active ${dated}` },
  {
    type: 'promptVersion',
    table: 'prompt_version',
    columns: 'project_id id prompt_id version text active created_by created_at',
  },
  {
    type: 'replyDraft',
    table: 'reply_draft',
    columns: `project_id id opportunity_id state method model refusal input_tokens output_tokens length tone mention variant language text sentences facts unanswered because created_by ${dated}`,
  },
  { type: 'replyText', table: 'reply_text', columns: 'project_id opportunity_id user_id text updated_at' },
  {
    type: 'opportunity',
    table: 'opportunity',
    columns: `project_id id realm score label components sentence posted_at released_at decided_at state saved sibling_of ${dated}`,
    withPost: true,
    seen: 'find',
  },
  {
    type: 'decision',
    table: 'decision',
    columns: 'project_id opportunity_id kind user_id pseudonym reason text permalink created_at',
  },
  {
    type: 'replyCheck',
    table: 'reply_check',
    columns:
      'project_id opportunity_id step realm community comment_id due_at state removed_by votes trouble checked_at created_at',
    seen: 'inRealm',
  },
  {
    type: 'auditReview',
    table: 'audit_review',
    columns: `project_id id realm kind verdict opportunity_id created_by ${dated}`,
    seen: 'inRealm',
  },
  {
    type: 'leadRun',
    table: 'lead_run',
    columns: `project_id id realm criteria state schedule next_run_at rerun_of posts_total candidates results fault created_by started_at finished_at ${dated}`,
    seen: 'inRealm',
  },
  {
    type: 'leadChoice',
    table: 'lead_choice',
    columns: 'project_id post_id realm choice opportunity_id created_by created_at',
    seen: 'inRealm',
  },
  { type: 'seoUpdate', table: 'seo_update', columns: 'project_id realm source started_at finished_at next_at' },
  {
    type: 'seoQuestion',
    table: 'seo_question',
    columns: 'project_id id realm kind text engine update_at asked_at fault',
    seen: 'inRealm',
  },
  {
    type: 'seoThread',
    table: 'seo_thread',
    columns: `project_id id realm subreddit permalink title comments last_answer_at named named_in facts_at ${dated}`,
    seen: 'seo',
  },
  {
    type: 'seoReceipt',
    table: 'seo_receipt',
    columns: 'project_id id thread_id question_id realm position url title created_at',
    seen: 'seo',
  },
  {
    type: 'mention',
    table: 'mention',
    columns: `project_id id realm kind phrase named sentence sentiment author subreddit posted_at released_at handled handled_by handled_at ${dated}`,
    withPost: true,
    seen: 'find',
  },
  {
    type: 'mentionMute',
    table: 'mention_mute',
    columns: `project_id id realm kind name created_by ${dated}`,
    seen: 'inRealm',
  },
  {
    type: 'person',
    table: 'person',
    columns: `project_id id handle stage stage_since value currency tags owner_id do_not_contact do_not_contact_since email email_message_id next_task_at ${dated}`,
  },
  { type: 'personStage', table: 'person_stage', columns: `project_id id key name kind position ${dated}` },
  { type: 'personAlias', table: 'person_alias', columns: 'project_id id person_id handle created_at' },
  {
    type: 'task',
    table: 'task',
    columns: `project_id id person_id text due_at done_at done_by assignee_id alerted_at created_by ${dated}`,
  },
  {
    type: 'personEvent',
    table: 'person_event',
    columns: 'project_id id person_id kind data owner_id alias_id alerted_at created_by created_at',
  },
  {
    type: 'note',
    table: 'note',
    columns: `project_id id opportunity_id person_id text created_by by_earshot ${dated}`,
  },
  { type: 'claim', table: 'claim', columns: 'project_id opportunity_id user_id created_at' },
  { type: 'leadRead', table: 'lead_read', columns: 'project_id opportunity_id user_id created_at' },
  { type: 'leadVisit', table: 'lead_visit', columns: 'project_id user_id last_seen_at before_at' },
  {
    type: 'noteMention',
    table: 'note_mention',
    columns: 'project_id note_id user_id created_at alerted_at seen_at',
  },
  {
    type: 'reminder',
    table: 'reminder',
    columns: `project_id id opportunity_id text due_at done alerted_at created_by ${dated}`,
  },
  { type: 'answering', table: 'answering', columns: 'project_id opportunity_id user_id until' },
  { type: 'cannedReply', table: 'canned_reply', columns: `project_id id name channel text created_by ${dated}` },
  { type: 'savedSearch', table: 'saved_search', columns: `project_id id name query filters created_by ${dated}` },
  { type: 'savedView', table: 'saved_view', columns: `project_id id kind name params created_by ${dated}` },
  {
    type: 'conversation',
    table: 'conversation',
    columns: `project_id id person_id recipient opportunity_id account_id mailbox_id address address_name kind channel state priority labels unread last_at subreddit thread_id title snoozed_until assignee_id ${dated}`,
  },
  {
    type: 'message',
    table: 'message',
    columns: `project_id id conversation_id channel account_id mailbox_id direction state text subject parent_name outside_name message_id in_reply_to from_address attachments is_automatic is_first permalink reason hold refusal deferred_until sent_at created_by ${dated}`,
  },
  {
    type: 'invitation',
    table: 'invitation',
    columns: `project_id id person_id recipient opportunity_id quote permalink outside_name created_by ${dated}`,
  },
  {
    type: 'mailbox',
    table: 'mailbox',
    columns: `project_id id address name kind imap_host imap_port imap_security imap_user smtp_host smtp_port smtp_security smtp_user state paused_at daily_most signature shows_all connected_at first_sent_at created_by ${dated}`,
  },
  {
    type: 'mailboxSuppression',
    table: 'mailbox_suppression',
    columns: `project_id id address reason created_by ${dated}`,
  },
  {
    type: 'messageSettings',
    table: 'message_settings',
    columns:
      'project_id mode agreed_by agreed_at stopped_by stopped_at quiet_from quiet_to hourly_most daily_most updated_at',
  },
  {
    type: 'campaign',
    table: 'campaign',
    columns: `project_id id name state steps stages tags per_day created_by ${dated}`,
  },
  {
    type: 'campaignPerson',
    table: 'campaign_person',
    columns: `project_id id campaign_id person_id step state reason next_at message_id ${dated}`,
  },
  {
    type: 'campaignMessage',
    table: 'campaign_message',
    columns: 'project_id campaign_id person_id step message_id queued_on created_at',
  },
  {
    type: 'alertRule',
    table: 'alert_rule',
    columns: `project_id id name kind query threshold label fresh rest_only keywords rhythm time_of_day quiet_hours working_hours snoozed_until channel status created_by ${dated}`,
  },
  { type: 'alertRecipient', table: 'alert_recipient', columns: 'project_id rule_id user_id' },
  {
    type: 'alert',
    table: 'alert',
    columns: 'project_id id rule_id item post_id details user_id reminder_id note_id task_id created_at',
  },
  {
    type: 'delivery',
    table: 'delivery',
    columns: `project_id id rule_id channel user_id destination_id sample state reason window_at due_at finds tries finished_at ${dated}`,
  },
  {
    type: 'destination',
    table: 'destination',
    columns: `project_id id channel name status host rotation_ends_at failing_since disabled_reason created_by ${dated}`,
  },
  {
    type: 'alertRuleDestination',
    table: 'alert_rule_destination',
    columns: 'project_id rule_id destination_id',
  },
  {
    type: 'deliveryAttempt',
    table: 'delivery_attempt',
    columns: 'project_id id delivery_id started_at ms status reason response',
  },
  {
    type: 'deliveryBrowser',
    table: 'delivery_browser',
    columns: 'project_id delivery_id subscription_id created_at',
  },
  {
    type: 'report',
    table: 'report',
    columns: `project_id id name definition schedule next_on last_sent_at created_by ${dated}`,
  },
  { type: 'reportRecipient', table: 'report_recipient', columns: 'project_id report_id user_id' },
  {
    type: 'insightBoards',
    table: 'insight_board',
    columns: 'project_id published published_at published_by working working_at working_by',
  },
  {
    type: 'insightAnnotation',
    table: 'insight_annotation',
    columns: `project_id id day text created_by ${dated}`,
  },
  {
    type: 'insightShare',
    table: 'insight_share',
    columns: `project_id id name board report_id days expires_at opened_at created_by ${dated}`,
  },
  {
    type: 'import',
    table: 'import',
    columns: `project_id id name origin state bytes_total lines_done items_new items_known lines_broken text_bytes recent_lines recent_since fault created_by finished_at ${dated}`,
  },
  { type: 'projectFile', table: 'project_file', columns: 'project_id user_id created_at' },
  {
    type: 'apiToken',
    table: 'api_token',
    columns: `project_id id name scope ending last_used_at created_by ${dated}`,
  },
  {
    type: 'viewFeed',
    table: 'view_feed',
    columns: `project_id id content view_id last_read_at created_by ${dated}`,
  },
  {
    type: 'redditAccount',
    table: 'reddit_account',
    columns: `project_id id realm subject name state scopes karma joined_at standing_at suspended_at promotions promotions_at promotions_trouble connected_by ${dated}`,
  },
  {
    type: 'subscription',
    table: 'subscription',
    columns: `project_id id user_id payer status scheduled_change_action scheduled_change_effective_at main_product_id main_product_name billing_cycle next_billed_at checkout_id ${dated}`,
  },
  {
    type: 'purchase',
    table: 'purchase',
    columns: `project_id id user_id payer checkout_id refunded_at ${dated}`,
  },
  {
    type: 'accessGrant',
    table: 'access_grant',
    columns: 'project_id granted_from granted_until reason granted_by updated_at',
  },
  { type: 'checkout', table: 'checkout', columns: `project_id id user_id plan billing_cycle state ${dated}` },
  {
    type: 'payment',
    table: 'payment',
    columns: `project_id id description number status total currency ${dated}`,
  },
  {
    type: 'paymentAdjustment',
    table: 'payment_adjustment',
    columns: `project_id id payment_id action status amount ${dated}`,
  },
  {
    type: 'cancellation',
    table: 'cancellation',
    columns: 'project_id id subscription_id reason comment created_by created_at',
  },
  {
    type: 'creditEntry',
    table: 'credit_entry',
    columns: 'project_id id starts_at kind amount remaining note returns opportunity_id created_by created_at',
  },
  {
    type: 'forgetting',
    table: 'forgetting',
    columns: 'project_id id realm opportunity_id mention_id standing last_seen_at texts people created_at',
    seen: 'inRealm',
  },
  { type: 'auditEntry', table: 'audit_entry', columns: 'project_id id actor action subject_id details created_at' },
]

/** The project itself, by its ID. */
export const projectPart: Part = {
  type: 'project',
  table: 'project',
  columns: `id name website summary audience pains languages communities realm real_since sources time_zone score_weights send_to_model reply_model seo_queries status setup is_agency_project agency_plan ${dated}`,
}

/** An account's own data, selected by the column with its ID. */
export const accountParts: readonly (Part & { by: string })[] = [
  {
    type: 'account',
    table: 'user',
    columns: `id username email provider confirmed_at time_zone ${dated}`,
    by: 'id',
  },
  {
    type: 'socialIdentity',
    table: 'social_identity',
    columns: 'provider subject username created_at',
    by: 'user_id',
  },
  { type: 'passkey', table: 'passkey', columns: `id name last_used_at ${dated}`, by: 'user_id' },
  { type: 'twoFactor', table: 'two_factor', columns: 'created_at', by: 'user_id' },
  {
    type: 'session',
    table: 'session',
    columns: 'id device address created_at last_used_at expires_at revoked_at',
    by: 'user_id',
  },
  { type: 'mailedCode', table: 'user_code', columns: 'purpose email created_at expires_at', by: 'user_id' },
  {
    type: 'notificationSettings',
    table: 'notification_setting',
    columns: 'quiet_hours time_of_day updated_at',
    by: 'user_id',
  },
  {
    type: 'agencyBrand',
    table: 'agency_brand',
    columns: `name background ink logo_width logo_height ${dated}`,
    by: 'user_id',
  },
  { type: 'mailSuppression', table: 'mail_suppression', columns: 'reason created_at', by: 'user_id' },
  { type: 'pushBrowser', table: 'push_subscription', columns: 'id session_id host created_at', by: 'user_id' },
  { type: 'feedback', table: 'feedback', columns: 'id kind text page created_at', by: 'user_id' },
  { type: 'userFlag', table: 'user_flag', columns: 'name value updated_at', by: 'user_id' },
  { type: 'acting', table: 'acting', columns: 'id started_at ends_at ended_at', by: 'user_id' },
  { type: 'adminAction', table: 'admin_action', columns: 'id action created_at', by: 'user_id' },
]
