"""Checks that PRAW, a third-party client, accepts the sandbox as Reddit.

    python3 sandbox/reddit/tests/praw-client.py http://localhost:3000/api/sandbox [--speed 1000]

Its only input is the answer of the product's GET /api/sandbox, or the same JSON on stdin for -. With a speed, the
sandbox's clock jumps a day ahead to get replies and then runs at that speed until new posts appear. Without one, it
waits a minute for new posts.
"""

import json
import sys
import time
import urllib.error
import urllib.request

import praw
import prawcore
from praw.exceptions import RedditAPIException


def read_sandbox(source):
    text = sys.stdin.read() if source == "-" else urllib.request.urlopen(source).read()
    answer = json.loads(text)
    return answer.get("data", answer)["reddit"]


def client(known, **options):
    app = {"client_id": known["clientId"], "client_secret": known["clientSecret"]}
    user = {"username": known["username"], "password": known["password"]}
    places = {"oauth_url": known["url"], "reddit_url": known["url"]}
    agent = f"linux:sandbox-check:v1.0 (by /u/{known['username']})"
    return praw.Reddit(**{**app, **user, **places, "user_agent": agent, "check_for_updates": False, **options})


def report(what, **figures):
    values = ", ".join(f"{name} {value}" for name, value in figures.items())
    print(f"ok {what}{': ' + values if values else ''}", flush=True)


def raises(kind, act):
    try:
        act()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was not raised")


def check_reading(reddit, known):
    me = reddit.user.me()
    assert me.name == known["username"] and me.id and not me.is_suspended
    report("the signed-in account", name=me.name)

    posts = list(reddit.subreddit("all").new(limit=150))
    assert len(posts) == 150 and len({post.id for post in posts}) == 150
    times = [post.created_utc for post in posts]
    assert times == sorted(times, reverse=True)
    report("150 new posts of r/all", oldest=int(times[0] - times[-1]))

    comments = list(reddit.subreddit("all").comments(limit=120))
    assert len(comments) == 120 and all(comment.body and comment.link_title for comment in comments)
    report("comments of r/all", comments=len(comments))
    return posts, comments


def check_tree(reddit):
    for post in sorted(reddit.subreddit("all").new(limit=1000), key=lambda post: -post.num_comments)[:40]:
        post.comment_sort = "new"
        mores = [each for each in post.comments.list() if isinstance(each, praw.models.MoreComments)]
        if mores:
            break
    left = post.comments.replace_more(limit=None)
    whole = post.comments.list()
    assert not left and len({comment.id for comment in whole}) == len(whole)
    known = {post.fullname} | {comment.fullname for comment in whole}
    assert all(comment.parent_id in known for comment in whole)
    # Deleted comments without replies are counted but not shown.
    assert mores and len(whole) <= post.num_comments
    report("a post with all its comments", comments=len(whole), more=len(mores))


def check_names(reddit, posts, comments):
    names = [post.fullname for post in posts[:60]] + [comment.fullname for comment in comments[:60]]
    found = list(reddit.info(fullnames=names))
    assert {each.fullname for each in found} == set(names)
    report("lookup of 120 names", found=len(found))


def check_search(reddit, posts):
    word = max((word for post in posts[:5] for word in post.title.split() if word.isalpha()), key=len)
    everywhere = list(reddit.subreddit("all").search(word, sort="new", limit=30))
    assert any(word.lower() in (post.title + post.selftext).lower() for post in everywhere)
    place = posts[0].subreddit
    there = list(place.search(word, limit=30)) + list(place.search(posts[0].title.split()[0], limit=30))
    assert all(post.subreddit.display_name == place.display_name for post in there)
    report("search in all communities and in one", word=word, everywhere=len(everywhere), there=len(there))


def check_place(reddit, posts):
    place = reddit.subreddit(posts[0].subreddit.display_name)
    assert place.subscribers > 0 and place.public_description and place.created_utc > 0
    rules = list(place.rules)
    assert all(rule.short_name and rule.kind in ("link", "comment", "all") for rule in rules)
    place.post_requirements()
    report("a community's description and rules", name=place.display_name, rules=len(rules))


def check_person(reddit, posts):
    person = next(post.author for post in posts if post.author is not None)
    assert person.link_karma >= 0 and person.created_utc > 0
    own = list(person.submissions.new(limit=10))
    assert own and all(post.author == person for post in own)
    assert list(person.new(limit=5)) and isinstance(list(person.comments.new(limit=5)), list)
    report("a user's profile and posts", name=person.name, posts=len(own))


def check_writing(reddit, posts):
    post = next(post for post in posts if not post.locked and post.author is not None)
    reply = post.reply(body="The one with the *wooden* handle & a lid.")
    assert reply.author == reddit.user.me() and reply.parent_id == post.fullname
    edited = reply.edit(body="The one with the steel handle.")
    assert edited.body == "The one with the steel handle." and edited.edited
    reply.delete()
    again = reddit.comment(reply.id)
    assert again.body == "[deleted]" and again.author is None
    report("reply, edit, and delete", comment=reply.id)

    own = reddit.subreddit(post.subreddit.display_name).submit("What do you boil water in?", selftext="Asking for a friend.")
    assert own.title == "What do you boil water in?" and own.is_self
    own.upvote()
    own.reply(body="Nobody?").reply(body="Nobody.")
    own = reddit.submission(own.id)
    own.comments.replace_more(limit=None)
    assert len(own.comments.list()) == 2 and own.likes is True
    own.delete()
    assert raises(RedditAPIException, lambda: own.reply(body="Still there?")).items[0].error_type == "DELETED_LINK"
    report("submit, vote, comment, and delete", post=own.id)


def check_messages(reddit, known, posts):
    person = next(post.author for post in posts if post.author is not None)
    person.message(subject="Kettles", message="Which one did you take?")
    reddit.redditor(known["username"]).message(subject="Note", message="To myself.")
    sent = list(reddit.inbox.sent(limit=5))
    assert [message.subject for message in sent[:2]] == ["Note", "Kettles"] and sent[1].dest == person.name
    everything = list(reddit.inbox.all(limit=20))
    unread = list(reddit.inbox.unread(limit=20))
    assert unread[0].body == "To myself." and len(everything) >= len(unread)
    reddit.inbox.mark_read(unread)
    assert not list(reddit.inbox.unread(limit=20))
    reddit.inbox.mark_unread(unread[:1])
    assert [item.fullname for item in reddit.inbox.unread(limit=20)] == [unread[0].fullname]
    unread[0].mark_read()
    report("read the inbox and mark messages as read", all=len(everything), unread=len(unread))

    nobody = reddit.redditor("nobody_of_this_name")
    error = raises(RedditAPIException, lambda: nobody.message(subject="Hello", message="Hello"))
    assert error.items[0].error_type == "USER_DOESNT_EXIST" and error.items[0].field == "to"
    raises(prawcore.NotFound, lambda: nobody.id)
    report("message a user and an unknown user", person=person.name)


def check_refusals(reddit, known):
    me = reddit.user.me()
    reddit._core._authorizer.access_token = "not-a-token"
    headers = {"authorization": "bearer not-a-token", "user-agent": "sandbox-check/1.0"}
    request = urllib.request.Request(f"{known['url']}/api/v1/me", headers=headers)
    assert raises(urllib.error.HTTPError, lambda: urllib.request.urlopen(request)).code == 401
    # PRAW replaces a rejected token automatically.
    assert reddit.user.me(use_cache=False) == me
    raises(prawcore.OAuthException, lambda: client(known, password="wrong").user.me())
    raises(prawcore.ResponseException, lambda: client(known, client_secret="wrong").user.me())
    for_itself = client(known, username=None, password=None)
    assert for_itself.read_only and len(list(for_itself.subreddit("all").new(limit=5))) == 5
    raises(prawcore.Redirect, lambda: list(reddit.subreddit("nothing_of_this_name").new(limit=1)))
    report("401 for a bad token, and other refusals")


def set_clock(known, **changes):
    body = json.dumps(changes).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{known['url']}/control/clock", body, headers, method="PUT")
    urllib.request.urlopen(request).read()


def check_answers(reddit, known, posts):
    open_posts = [post for post in posts if not post.locked and post.author is not None][:15]
    own = [post.reply(body=f"What did you do about it in the end, {post.author}?").fullname for post in open_posts]
    set_clock(known, ahead=86_400_000)
    answers = [item for item in reddit.inbox.comment_replies(limit=100) if item.parent_id in own]
    assert len(answers) > 3 and all(item.new and item.author and item.link_title for item in answers)
    assert answers[0].reply(body="Thank you!").parent_id == answers[0].fullname
    report("replies from users a day later", written=len(own), answered=len(answers))


def check_stream(reddit, known, speed):
    ends = time.time() + (60 if speed == 1 else 20)
    seen = []
    if speed != 1:
        set_clock(known, speed=speed)
    try:
        for post in reddit.subreddit("all").stream.submissions(skip_existing=True, pause_after=0):
            if post is not None:
                seen.append(post.fullname)
            if time.time() > ends or (speed != 1 and len(seen) >= 5):
                break
    finally:
        if speed != 1:
            set_clock(known, speed=1)
    assert len(seen) == len(set(seen)) and (speed == 1 or len(seen) >= 5)
    report("the stream of new posts", seen=len(seen))


def main():
    source = sys.argv[1]
    speed = int(sys.argv[sys.argv.index("--speed") + 1]) if "--speed" in sys.argv else 1
    known = read_sandbox(source)
    reddit = client(known)
    posts, comments = check_reading(reddit, known)
    check_tree(reddit)
    check_names(reddit, posts, comments)
    check_search(reddit, posts)
    check_place(reddit, posts)
    check_person(reddit, posts)
    check_writing(reddit, posts)
    check_messages(reddit, known, posts)
    check_refusals(reddit, known)
    if speed != 1:
        check_answers(reddit, known, posts)
    check_stream(reddit, known, speed)


main()
