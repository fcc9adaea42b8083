//! Between the parameters of a request and the sampling of a record.

use crate::provider::{CapName, Params};
use crate::record::Sampling;

/// What the record says about a task that is asked with these parameters.
pub fn sampling_of(params: &Params) -> Sampling {
    Sampling {
        max_tokens: params.max_tokens,
        max_tokens_name: params.max_tokens.map(|_| params.cap_name.id().to_owned()),
        temperature: params.temperature,
        top_p: params.top_p,
        seed: params.seed,
    }
}

/// The parameters to go on with: those of the record, with what was learnt then.
pub fn params_of(sampling: &Sampling) -> Params {
    let is_new_name =
        sampling.max_tokens_name.as_deref() == Some(CapName::MaxCompletionTokens.id());
    Params {
        max_tokens: sampling.max_tokens,
        cap_name: if is_new_name {
            CapName::MaxCompletionTokens
        } else {
            CapName::MaxTokens
        },
        temperature: sampling.temperature,
        top_p: sampling.top_p,
        seed: sampling.seed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_gives_back_the_parameters_that_were_sent() {
        let params = Params {
            max_tokens: Some(32),
            cap_name: CapName::MaxCompletionTokens,
            temperature: Some(0.0),
            top_p: None,
            seed: Some(1),
        };
        assert_eq!(params_of(&sampling_of(&params)), params);
        assert_eq!(sampling_of(&Params::default()), Sampling::default());
    }
}
