package dev.heddle.flight;

import dev.heddle.shuffle.net.Security;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.Auth2Constants;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;

/** Lets those in who know the token: {@code authorization: Bearer TOKEN} with each call. */
record TokenCheck(Security security) implements CallHeaderAuthenticator {
  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String header = headers.get(Auth2Constants.AUTHORIZATION_HEADER);
    boolean isBearer =
        header != null
            && header.regionMatches(
                true, 0, Auth2Constants.BEARER_PREFIX, 0, Auth2Constants.BEARER_PREFIX.length());
    String token = isBearer ? header.substring(Auth2Constants.BEARER_PREFIX.length()).strip() : "";
    if (security.hasToken() && !security.admits(token)) {
      throw CallStatus.UNAUTHENTICATED
          .withDescription(
              "Cannot let this call in: "
                  + (isBearer ? "its token is not the server's" : "it brings no bearer token")
                  + "; send the server's with each call, as authorization: Bearer TOKEN")
          .toRuntimeException();
    }
    return () -> "";
  }
}
