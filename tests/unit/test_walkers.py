"""What a walker of `fuzz.walkers` sees on a page."""

from __future__ import annotations

from fuzz.walkers import FormField, SeenForm, read_page

PAGE = """<main><a class="x" href="/club?a=1&amp;b=2">Club</a><a>no link</a>
<form method="post" action="/clubs"><input type="hidden" name="back" value="/x&quot;y">
<label>Name <input name="name"></label><select name="game"><option value="a">A</option>
<option value="b" selected>B</option></select><input type="checkbox" name="rated" value="yes" checked>
<input type="radio" name="side" value="white"><textarea name="text">t</textarea>
<button name="do" value="make">Make</button><button type="button">No</button></form></main>"""


def test_links_and_forms_of_a_page_are_seen_as_a_browser_would_send_them() -> None:
    page = read_page(PAGE, "/clubs/new")
    assert page.links == ("/club?a=1&b=2",)
    fields = (
        FormField("back", '/x"y'),
        FormField("name", "", is_open=True),
        FormField("game", "b", ("a", "b")),
        FormField("rated", "yes", ("yes", ""), may_be_left=True),
        FormField("side", "", ("white", ""), may_be_left=True),
        FormField("text", "", is_open=True),
    )
    assert page.forms == (SeenForm("/clubs", "POST", fields, (("do", "make"),)),)


def test_a_form_without_an_address_is_sent_to_its_page() -> None:
    (form,) = read_page("<form><button>Go</button></form>", "/hall/7/players").forms
    assert (form.path, form.method, form.buttons) == ("/hall/7/players", "GET", (("", ""),))
