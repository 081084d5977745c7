"""Passwords and tokens. Tokens are stored as hashes, so that a copy of the database opens no door."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200
_TOKEN_BYTES = 32


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    return _hasher().hash(secrets.token_hex())


def hash_password(password: str) -> str:
    """Takes a tenth of a second on purpose: call it outside of transactions."""
    return _hasher().hash(password)


def fits(password: str, stored: str | None) -> bool:
    """Whether it is the password; takes as long if there is none, so that names cannot be found out."""
    try:
        return _hasher().verify(stored or _nobodys(), password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


def new_token() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hash_of(token: str) -> str:
    """What is stored of a token; tokens are too random to need more than one round."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def form_token(cookie: str) -> str:
    """What forms of the browser with this cookie must bring (CSRF): other sites can neither read nor guess it."""
    return hmac.new(cookie.encode("utf-8", "replace"), b"diorama form", hashlib.sha256).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
