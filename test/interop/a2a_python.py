# SPDX-License-Identifier: Apache-2.0
"""Runs the A2A Python SDK for the interop tests: a JSON list of calls on stdin, a JSON list of answers on stdout."""

import json
import sys
import warnings

from a2a.types import AgentCard
from a2a.utils import signing
from google.protobuf.json_format import MessageToDict, ParseDict


def parse(card):
    return ParseDict(card, AgentCard(), ignore_unknown_fields=True)


def canonicalize(call):
    return signing._canonicalize_agent_card(parse(call['card']))


def legacy(call):
    """What versions up to 1.1.2 signed."""
    card = MessageToDict(parse(call['card']))
    card.pop('signatures', None)
    cleaned = signing._clean_empty(card)
    return json.dumps(cleaned, separators=(',', ':'), sort_keys=True)


def sign(call):
    header = {'kid': call['kid'], 'alg': call['alg'], 'typ': 'JOSE'}
    if 'jku' in call:
        header['jku'] = call['jku']
    signer = signing.create_agent_card_signer(call['pem'], header)
    return MessageToDict(signer(parse(call['card'])))


def verify(call):
    verifier = signing.create_signature_verifier(lambda kid, jku: call['pem'], [call['alg']])
    verifier(parse(call['card']))
    return True


CALLS = {'canonicalize': canonicalize, 'legacy': legacy, 'sign': sign, 'verify': verify}


def answer(call):
    try:
        return {'value': CALLS[call['op']](call)}
    except Exception as error:  # noqa: BLE001
        return {'error': type(error).__name__}


warnings.simplefilter('ignore')
json.dump([answer(call) for call in json.load(sys.stdin)], sys.stdout)
