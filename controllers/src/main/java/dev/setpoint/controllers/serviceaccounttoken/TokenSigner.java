package dev.setpoint.controllers.serviceaccounttoken;

/// Signs tokens that live in a Secret. The key is elsewhere.
public interface TokenSigner {
    String sign(String namespace, String secret, String account, String accountUid);
}
