import { type Shaped, seconds, type View } from '../api/view.ts'
import type { Account } from '../state/people.ts'
import { idOf } from '../state/people.ts'
import { each } from './each.ts'

const picture = 'https://www.redditstatic.com/avatars/defaults/v2/avatar_default_6.png'

/** The profile subreddit of an account. */
function profileOf({ name, description }: Account, isViewer: boolean): object {
  return {
    ...each(null, 'banner_size community_icon header_img header_size user_is_muted'),
    ...each('', 'banner_img key_color link_flair_position primary_color submit_link_label submit_text_label'),
    ...each(
      false,
      `disable_contributor_requests link_flair_enabled over_18 quarantine restrict_commenting user_is_banned
      user_is_contributor user_is_subscriber`,
    ),
    ...each(
      true,
      'accept_followers default_set free_form_reports is_default_banner is_default_icon restrict_posting show_media',
    ),
    ...(isViewer ? { coins: 0 } : {}),
    allowed_media_in_comments: [],
    description: '',
    display_name: `u_${name}`,
    display_name_prefixed: `u/${name}`,
    icon_color: '#94B3FF',
    icon_img: picture,
    icon_size: [256, 256],
    name: `t5_${idOf(`u/${name}`).slice(-6)}`,
    previous_names: [],
    public_description: description,
    subreddit_type: 'user',
    subscribers: 0,
    title: name,
    url: `/user/${name}/`,
    user_is_moderator: isViewer,
  }
}

/** The public fields. */
function publicFields(account: Account, isViewer: boolean): Record<string, unknown> {
  const { id, name, createdAt, linkKarma, commentKarma, hasVerifiedEmail } = account
  return {
    ...each(0, 'awardee_karma awarder_karma'),
    ...each(false, 'hide_from_robots is_employee is_gold is_mod pref_show_snoovatar'),
    ...each(true, 'accept_followers has_subscribed verified'),
    comment_karma: commentKarma,
    created: seconds(createdAt),
    created_utc: seconds(createdAt),
    has_verified_email: hasVerifiedEmail,
    icon_img: picture,
    id,
    link_karma: linkKarma,
    name,
    snoovatar_img: '',
    snoovatar_size: null,
    subreddit: profileOf(account, isViewer),
    total_karma: linkKarma + commentKarma,
  }
}

/** Suspended accounts show hardly any fields. */
export function shapedAccount({ viewer }: View, account: Account): Shaped {
  if (account.standing === 'suspended') {
    const { name } = account
    return { kind: 't2', data: { ...each(0, 'awardee_karma awarder_karma total_karma'), is_suspended: true, name } }
  }
  const contact = { accept_chats: true, accept_pms: account.messages === 'open' }
  const data = { ...publicFields(account, viewer === account), ...contact, is_blocked: false, is_friend: false }
  return { kind: 't2', data }
}

export function shapedMe({ state }: View, account: Account, clientId: string): object {
  const unread = state.mail.inbox(account.name).filter(({ isNew }) => isNew).length
  return {
    ...publicFields(account, true),
    ...each(
      false,
      `can_edit_name force_password_reset has_android_subscription has_external_account has_gold_subscription
      has_ios_subscription has_mod_mail has_paypal_subscription has_stripe_subscription has_subscribed_to_premium
      has_visited_new_profile in_beta in_redesign_beta is_sponsor new_modmail_exists over_18 pref_nightmode
      pref_show_presence pref_show_trending pref_show_twitter pref_top_karma_subreddits seen_give_award_tooltip
      seen_layout_switch seen_premium_adblock_modal seen_subreddit_chat_ftux`,
    ),
    ...each(
      true,
      'can_create_subreddit in_chat password_set pref_autoplay pref_no_profanity pref_video_autoplay seen_redesign_modal',
    ),
    ...each(0, 'coins gold_creddits num_friends pref_clickgadget'),
    ...each(null, 'gold_expiration suspension_expiration_utc'),
    features: {},
    has_mail: unread > 0,
    inbox_count: unread,
    is_suspended: account.standing === 'suspended',
    linked_identities: [],
    oauth_client_id: clientId,
    pref_geopopular: '',
  }
}
