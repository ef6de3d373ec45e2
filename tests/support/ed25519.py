"""Ed25519 signatures after RFC 8032, for test servers that sign in Python. Slow, and not safe for real secrets."""
import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from verify_statements import BASE_POINT, ORDER, PRIME, signature_fits, times_point  # noqa: E402

__all__ = ["public_key", "sign", "signature_fits"]


def encode(point):
    inverse = pow(point[2], -1, PRIME)
    x, y = point[0] * inverse % PRIME, point[1] * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def expand(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    return scalar, digest[32:]


def public_key(seed):
    """The public key, 32 bytes, of 32 secret bytes."""
    return encode(times_point(expand(seed)[0], BASE_POINT))


def sign(seed, text):
    """The signature, 64 bytes, of the bytes of a text."""
    scalar, prefix = expand(seed)
    key = encode(times_point(scalar, BASE_POINT))
    r = int.from_bytes(hashlib.sha512(prefix + text).digest(), "little") % ORDER
    point = encode(times_point(r, BASE_POINT))
    h = int.from_bytes(hashlib.sha512(point + key + text).digest(), "little") % ORDER
    return point + ((r + h * scalar) % ORDER).to_bytes(32, "little")
