"""A studio that saves one invitation after the other over HTTP and says so, until it is killed."""

from __future__ import annotations

import sys
from pathlib import Path

from diorama.studio.people.roles import Role
from tests.studio.running import running, settings_for

if __name__ == "__main__":
    with running(settings_for(Path(sys.argv[1]))) as studio:
        admin = studio.signed_in(f"Ada {studio.clock()}", Role.ADMIN)
        while True:
            keys = admin.keys_of("/people", "/people/invite")
            for number in range(20):
                sent = {**keys, "_once": f"{keys['_once']}{number}", "roles": "annotator"}
                assert admin.post("/people/invite", data=sent).status_code == 200
                print("saved", flush=True)
