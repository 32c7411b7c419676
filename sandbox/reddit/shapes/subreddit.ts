import type { Subreddit } from '../../community/types.ts'
import { type Shaped, seconds, subredditIdOf, type View } from '../api/view.ts'
import { markedHtmlOf } from '../pages/markdown.ts'
import { each } from './each.ts'

/** Appearance and permissions, the same for every community here. */
const bare = {
  ...each(
    null,
    `banner_size emojis_custom_size header_img header_size header_title icon_size notification_level submit_text_html
    suggested_comment_sort user_flair_background_color user_flair_css_class user_flair_template_id user_flair_text
    user_flair_text_color`,
  ),
  ...each(
    '',
    `advertiser_category banner_background_color banner_background_image banner_img community_icon icon_img key_color
    mobile_banner_image primary_color submit_link_label submit_text submit_text_label`,
  ),
  ...each(
    false,
    `accounts_active_is_fuzzed all_original_content allow_galleries can_assign_link_flair can_assign_user_flair
    collapse_deleted_comments disable_contributor_requests emojis_enabled has_menu_widget hide_ads
    is_enrolled_in_new_modmail original_content_tag_enabled public_traffic quarantine restrict_commenting
    restrict_posting user_has_favorited user_is_banned user_is_contributor user_is_moderator user_is_muted
    user_is_subscriber wiki_enabled user_flair_enabled_in_sr`,
  ),
  ...each(
    true,
    `allow_discovery allow_images allow_polls allow_videogifs allow_videos collections_enabled event_posts_enabled
    free_form_reports is_crosspostable_subreddit show_media show_media_preview spoilers_enabled user_can_flair_in_sr
    user_sr_flair_enabled user_sr_theme_enabled`,
  ),
  ...each(0, 'coins comment_score_hide_mins videostream_links_count'),
  lang: 'en',
  link_flair_position: 'left',
  submission_type: 'any',
  user_flair_position: 'right',
  user_flair_richtext: [],
  user_flair_type: 'text',
  whitelist_status: 'all_ads',
  wls: 6,
}

export function shapedSubreddit({ state }: View, subreddit: Subreddit): Shaped {
  const standing = state.standingOf(subreddit)
  const active = Math.ceil(subreddit.subscribers / 700)
  const data = {
    ...bare,
    accounts_active: active,
    active_user_count: active,
    created: seconds(subreddit.createdAt),
    created_utc: seconds(subreddit.createdAt),
    description: subreddit.description,
    description_html: markedHtmlOf(subreddit.description),
    display_name: subreddit.name,
    display_name_prefixed: `r/${subreddit.name}`,
    id: subredditIdOf(subreddit),
    link_flair_enabled: subreddit.flairs.length > 0,
    name: `t5_${subredditIdOf(subreddit)}`,
    over18: subreddit.over18,
    public_description: subreddit.publicDescription,
    public_description_html: markedHtmlOf(subreddit.publicDescription),
    quarantine: standing === 'quarantined',
    subreddit_type: standing === 'private' ? 'private' : 'public',
    subscribers: subreddit.subscribers,
    title: subreddit.title,
    url: `/r/${subreddit.name}/`,
  }
  return { kind: 't5', data }
}

const say = (text: string) => ({ reasonTextToShow: text, reasonText: text })

export function shapedRules({ rules, createdAt }: Subreddit): object {
  return {
    rules: rules.map(({ shortName, description, kind }, priority) => ({
      kind,
      description,
      short_name: shortName,
      violation_reason: shortName,
      created_utc: seconds(createdAt),
      priority,
      description_html: markedHtmlOf(description),
    })),
    site_rules: ['Spam', 'Personal and confidential information', 'Threatening, harassing, or inciting violence'],
    site_rules_flow: ['This is spam', 'This is misinformation'].map(say),
  }
}

/** Returns the requirements for a new post: only that it has a flair, if the rules say so. */
export function shapedRequirements({ rules, flairs }: Subreddit): object {
  const isFlairRequired = flairs.length > 0 && rules.some(({ shortName }) => /flair/i.test(shortName))
  return {
    ...each(
      [],
      `domain_blacklist domain_whitelist title_regexes body_blacklisted_strings body_required_strings body_regexes
      title_required_strings title_blacklisted_strings`,
    ),
    ...each(
      null,
      `title_text_min_length title_text_max_length link_repost_age body_text_min_length body_text_max_length
      guidelines_text guidelines_display_policy`,
    ),
    body_restriction_policy: 'none',
    is_flair_required: isFlairRequired,
    link_restriction_policy: 'none',
  }
}
